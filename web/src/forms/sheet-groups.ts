/** A sheet's traits and items in the order in which they are drawn. */

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
    item.skill,
    item.damage > 0 && `${item.damage} ${item.kind}`,
    item.reach > 0 && `reach ${item.reach} m`,
    item.range > 0 && `range ${item.range} m`,
    item.armour > 0 && `armour ${item.armour}`,
    ...item.flags,
    item.kilograms > 0 && `${item.kilograms} kg`,
  ]
    .filter(Boolean)
    .join(", ");
