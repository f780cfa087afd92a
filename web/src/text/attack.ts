/** Words for an attack under way and for a character's conditions. The page applies no rule. */

import type { Reading } from "../state/record-signals";
import { language } from "../words/language";
import { inWords, t } from "../words/render";
import { isSilent } from "../words/words";
import type { Bearing, Blow, KeptCount, Rulebook } from "../messages";

/** Make a label fit inside a sentence; names in it keep their capitals. German nouns keep theirs, too. */
const lowerFirst = (label: string) => (language() === "de" ? label : label.charAt(0).toLowerCase() + label.slice(1));

export const STEPS = ["attack", "defence", "damage", "soak", "wound", "consequence"] as const satisfies readonly Blow["step"][];

/** The label of the attack's manoeuvre, as it stands inside a sentence. */
export const attackName = (book: Pick<Rulebook, "manoeuvres"> | undefined, blow: Pick<Blow, "action">): string =>
  lowerFirst(inWords(book?.manoeuvres.find((m) => m.value === blow.action.manoeuvre)?.label ?? blow.action.manoeuvre));

/** The progress of an attack in words: "2 successes, damage 3, soaked 1". `kept`: hidden numbers, if this reader has
 * them. */
export function attackProgress(
  blow: Pick<Blow, "hits" | "dealt" | "soaked" | "levels">,
  kept?: Pick<KeptCount, "hits" | "dealt" | "soaked">,
): string {
  const known = (name: "hits" | "dealt" | "soaked") => Math.max(blow[name], kept?.[name] ?? -1);
  return [
    known("hits") >= 0 && t("page-attack-successes", { n: known("hits") }),
    known("dealt") >= 0 && t("page-attack-damage", { n: known("dealt") }),
    known("soaked") >= 0 && t("page-attack-soaked", { n: known("soaked") }),
    blow.levels >= 0 && t("page-attack-levels", { n: blow.levels }),
  ]
    .filter(Boolean)
    .join(", ");
}

export interface ConditionText {
  readonly words: string;
  /** The end of the condition in words; "" if it is obvious. */
  readonly ends: string;
  /** True if it helps its bearer. */
  readonly helps?: boolean;
  /** The rule that a reader can open. */
  readonly rule?: string;
  /** True if it neither helps nor harms. */
  readonly neutral?: boolean;
}

/** A character's conditions with their ends. A grapple also names the opponent, if the reader sees it. */
export function conditionsOf(reading: Pick<Reading, "all" | "get">, id: string): ConditionText[] {
  const grips = reading.all("Grip");
  const other = (grapple: string) => {
    const grip = grips.find((g) => g.grapple === grapple && g.character !== id);
    return reading.get("Face", grip?.character ?? "")?.name ?? t("page-something-unseen");
  };
  const ownGrips = grips.filter((g) => g.character === id);
  const bearings = reading.all("Bearing").filter((b) => b.character === id);
  const ends = (b: Bearing | undefined) => (b && !isSilent(b.ends) ? t("page-condition-ends", { when: b.ends }) : "");
  const kindAndRule = (b: Bearing | undefined) => ({
    ...(b?.helps ? { helps: true } : b?.name === "unplayed" ? { neutral: true } : {}),
    ...(b?.rule ? { rule: b.rule } : {}),
  });
  return [
    ...ownGrips.map((grip) => {
      const bearing = bearings.find((b) => b.source === grip.grapple);
      const who = other(grip.grapple);
      const words = grip.holding ? t(`page-grip-${grip.kind}`, { who }) : t(`page-gripped-${grip.kind}`, { who });
      return { words, ends: ends(bearing), ...kindAndRule(bearing) };
    }),
    ...bearings
      .filter((b) => !ownGrips.some((grip) => grip.grapple === b.source))
      .map((b) => ({ words: inWords(b.label), ends: ends(b), ...kindAndRule(b) })),
  ];
}
