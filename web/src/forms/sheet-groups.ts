/** A sheet's traits and items in the order in which they are drawn. */

import { damageName } from "../text/kinds";
import { t, termText, tIf } from "../words/render";
import type { Reading } from "../state/record-signals";
import type { Item, Sheet, TraitGroup } from "../messages";

export interface Group {
  readonly name: string;
  readonly most: number;
  readonly kind: TraitGroup["kind"];
  readonly traits: readonly (readonly [string, number])[];
}

/** The traits of a sheet by the rule book's groups; traits of no group come last. */
export function byGroup(groups: readonly TraitGroup[], sheet: Pick<Sheet, "traits">): Group[] {
  const dots = new Map(sheet.traits);
  const named = new Set(groups.flatMap((g) => g.traits));
  const known = groups.map((g) => ({
    name: g.name,
    most: g.most,
    kind: g.kind,
    traits: g.traits.map((t) => [t, dots.get(t) ?? 0] as const),
  }));
  const own = sheet.traits.filter(([t]) => !named.has(t));
  return own.length > 0 ? [...known, { name: "Also", most: 5, kind: "other" as const, traits: own }] : known;
}

/** Only traits with dots, and only groups with a trait that has dots. */
export const withDots = (groups: readonly Group[]): Group[] =>
  groups
    .map((g) => ({ ...g, traits: g.traits.filter(([, dots]) => dots > 0) }))
    .filter((g) => g.traits.length > 0);

/** The properties of a carried item: "Melee, 3 lethal, reach 1 m". */
export const itemDetails = (item: Item): string =>
  [
    item.skill && termText(item.skill),
    item.damage > 0 && t("page-item-damage", { n: item.damage, kind: damageName(item.kind) }),
    item.reach > 0 && t("page-item-reach", { n: item.reach }),
    item.range > 0 && t("page-item-range", { n: item.range }),
    item.armour > 0 && t("page-item-armour", { n: item.armour }),
    ...item.flags.map((flag) => tIf(`page-item-${flag}`, flag)),
    item.kilograms > 0 && t("page-item-kilograms", { n: item.kilograms }),
  ]
    .filter(Boolean)
    .join(", ");

/** The text of a power. */
export const powerName = (reading: Pick<Reading, "get">, power: string): string =>
  termText(reading.get("Rulebook", "rulebook")?.powers.find((p) => p.name === power)?.label || power);
