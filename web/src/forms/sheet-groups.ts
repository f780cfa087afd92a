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

/** The height of a group's heading and of the gap below the group, in rows. */
const HEADING_ROWS = 1.4;
/** The cost, in rows, of separating the first two groups; separating later neighbours costs less. */
const CHANGE_ROWS = 2;

/** The groups in two columns of about the same height, each in the order of the rules; neighbours stay together if it
 * costs little. */
export function inTwoColumns(groups: readonly Group[]): readonly [readonly Group[], readonly Group[]] {
  let best: readonly [Group[], Group[]] = [[...groups], []];
  let least = Infinity;
  for (let split = 0; split < 2 ** Math.min(groups.length - 1, 12); split++) {
    const isRight = (i: number) => i > 0 && ((split >> (i - 1)) & 1) === 1;
    const heights = [0, 0];
    let changes = 0;
    groups.forEach((group, i) => {
      heights[isRight(i) ? 1 : 0]! += group.traits.length + HEADING_ROWS;
      if (i > 0 && isRight(i) !== isRight(i - 1)) changes += CHANGE_ROWS / i;
    });
    const cost = Math.max(...heights) + changes;
    if (cost < least) [least, best] = [cost, [groups.filter((_, i) => !isRight(i)), groups.filter((_, i) => isRight(i))]];
  }
  return best;
}

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
