/** A character's health levels, with a mark for each wound. */

import { For, Show } from "solid-js";
import { damageName } from "../text/kinds";
import { wounds } from "../text/wounds";
import { t, termText } from "../words/render";
import type { Reading } from "../state/record-signals";

/** In the order of the marks: the gravest first. */
const KINDS = ["aggravated", "lethal", "bashing"] as const;

/** True if the last health level is gone: the character can no longer act (C29). */
export const isOut = (reading: Reading, id: string): boolean => {
  const health = reading.get("Health", id);
  const levels = reading.get("Rulebook", "rulebook")?.health.length ?? 0;
  return health !== undefined && levels > 0 && wounds(health) >= levels;
};

/** The health level that a character is down to, in words. */
export function healthWord(reading: Reading, id: string): string {
  const levels = reading.get("Rulebook", "rulebook")?.health ?? [];
  const hurt = wounds(reading.get("Health", id));
  return hurt === 0 ? t("page-health-unhurt") : termText(levels[Math.min(hurt, levels.length) - 1]?.label ?? "");
}

export function HealthTrack(props: { reading: Reading; id: string }) {
  const health = () => props.reading.get("Health", props.id);
  const levels = () => props.reading.get("Rulebook", "rulebook")?.health ?? [];
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
