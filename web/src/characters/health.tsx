/** A character's health levels, with a mark for each wound. */

import { For, Show } from "solid-js";
import { damageName } from "../text/kinds";
import { wounds } from "../text/wounds";
import { t, termText } from "../words/render";
import type { Reading } from "../state/record-signals";

/** In the order of the marks: the gravest first. */
const KINDS = ["aggravated", "lethal", "bashing"] as const;

/** The health levels of a character: a number of its own, or those of the rules. */
export const levelsOf = (reading: Reading, id: string) =>
  reading.get("HealthLevels", id)?.levels ?? reading.get("Rulebook", "rulebook")?.health ?? [];

/** True if the last health level is gone: the character can no longer act (C29). */
export const isOut = (reading: Reading, id: string): boolean => {
  const health = reading.get("Health", id);
  const levels = levelsOf(reading, id).length;
  return health !== undefined && levels > 0 && wounds(health) >= levels;
};

/** The health level that a character is down to, in words. */
export function healthWord(reading: Reading, id: string): string {
  const levels = levelsOf(reading, id);
  const hurt = wounds(reading.get("Health", id));
  return hurt === 0 ? t("page-health-unhurt") : termText(levels[Math.min(hurt, levels.length) - 1]?.label ?? "");
}

export function HealthTrack(props: { reading: Reading; id: string }) {
  const health = () => props.reading.get("Health", props.id);
  const levels = () => levelsOf(props.reading, props.id);
  const damage = () => {
    const h = health();
    return KINDS.map((kind) => [kind, h?.[kind] ?? 0] as const).filter(([, levels]) => levels > 0);
  };
  const marks = () => damage().flatMap(([kind, levels]) => Array.from({ length: levels }, () => kind));
  const described = () => [healthWord(props.reading, props.id), ...damage().map(([kind, levels]) => t("page-health-damage", { levels, kind: damageName(kind) }))].join(", ");
  return (
    <Show when={health() && levels().length > 0}>
      <span class="health" role="img" aria-label={described()} title={described()}>
        <For each={levels()}>{(_, i) => <i class={marks()[i()] ?? "whole"} />}</For>
      </span>
    </Show>
  );
}
