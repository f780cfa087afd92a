/** An entry of the story: a line or a roll. */

import { Show } from "solid-js";
import { secrecy } from "../text/audience";
import { type Entry, isTakenBack } from "../state/story";
import type { Line, Roll } from "../messages";
import { nameIn, type Reading } from "../state/record-signals";
import { isDamage } from "./cards";
import { RollRow } from "./roll-row";
import { setReplyTo } from "./reply";
import { lazy } from "../ui/lazy";
import { isOutcome, plainText } from "../text/story-line";
import { dateLocale } from "../words/language";
import { inWords, t } from "../words/render";
import { ruleOf } from "../words/words";
import { RuleMark } from "../ui/rule-mark";
import { Prose } from "../ui/prose";

const DieByDie = lazy(() => import("./story-chunk").then((m) => m.DieByDie));
const OverrideRoll = lazy(() => import("./story-chunk").then((m) => m.OverrideRoll), false);
const HandoutInStory = lazy(() => import("../handouts/handout-view").then((m) => m.HandoutInStory), false);
const ShowRoll = lazy(() => import("./story-chunk").then((m) => m.ShowRoll), false);

export interface EntryProps {
  readonly reading: Reading;
  readonly seatName: (seat: string) => string;
  readonly mine: string;
  /** True if this reader may override a roll here and now. */
  readonly ruling: boolean;
  readonly entry: Entry;
  readonly before?: Entry | undefined;
  /** The parts that a roll's row names beside the dice; by default both. The card around it names the rest. */
  readonly says?: "name" | "reason";
  readonly opened: number;
  /** True if there is a text field in which a whisper can be answered. */
  readonly replies?: boolean;
  /** True if the time is shown. Formatting the first date is slow, so it waits for the first drawing. */
  readonly timed: boolean;
}

/** The seat whose roll this is: of the character's player, also if another seat had it rolled, such as initiative. */
const ownerOf = ({ reading }: EntryProps, { actor, who }: Roll): string => reading.get("Face", actor)?.player || who;

export function StoryEntry(props: EntryProps) {
  const record = () => props.entry.record;
  const who = () => (record() as Line | Roll).who;
  const hidden = () => secrecy(props.entry.audience, who(), props.mine, props.seatName);
  const name = (id: string) => nameIn(props.reading, id);
  const takenBack = () => isTakenBack(props.reading.all("Retraction"), props.entry);
  return (
    <Show
      when={record().type === "Roll" ? (record() as Roll) : undefined}
      fallback={<StoryLine {...props} line={record() as Line} hidden={hidden()} takenBack={takenBack()} nameOf={name} />}
    >
      {(roll) => (
        <RollRow
          roll={roll()}
          name={props.says === "reason" ? "" : rollerOf(props, roll())}
          reason={props.says === "name" ? "" : props.says === "reason" && isDamage(roll()) ? t("page-card-damage") : inWords(roll().reason)}
          mine={ownerOf(props, roll()) === props.mine}
          secret={hidden()}
          takenBack={takenBack()}
          fresh={isFresh(props)}
        >
          <DieByDie reading={props.reading} roll={roll()} />
          <Show when={props.ruling && !takenBack()}>
            <div class="roll-options">
              <OverrideRoll roll={roll()} />
              <Show when={props.entry.audience !== "everyone" && (roll().seal?.leaf ?? -1) >= 0}>
                <ShowRoll roll={roll().id} />
              </Show>
            </div>
          </Show>
        </RollRow>
      )}
    </Show>
  );
}

/** The name of the roller. */
export const rollerOf = ({ reading, seatName }: Pick<EntryProps, "reading" | "seatName">, { actor, who }: Roll): string =>
  actor ? nameIn(reading, actor) : seatName(who) || t("page-someone");

/** Milliseconds before the page was opened in which an entry still counts as new. */
const JUST_NOW = 4000;

/** True if the entry is new on this page, so that its dice move. */
export const isFresh = ({ entry, opened }: Pick<EntryProps, "entry" | "opened">): boolean => entry.at > opened - JUST_NOW;

/** A stored answer of the text roller: the sum, then its details on a second line, which are not shown (W1). */
const ROLLER_ANSWER = /^(# -?\d+)\nDetails:\[.*\]$/;

/** The sum in a stored answer of the text roller; undefined for any other line. */
export const rollerAnswer = ({ kind, text }: Line): string | undefined => (kind === "happened" ? ROLLER_ANSWER.exec(plainText(text))?.[1] : undefined);

const speaker = (entry: Entry | undefined): string => {
  if (entry?.record.type !== "Line") return "";
  const line = entry.record;
  const spoken = line.kind === "said" || line.kind === "whispered";
  return spoken ? `${entry.audience}/${line.who}/${line.actor}` : "";
};

function StoryLine(
  props: EntryProps & { line: Line; hidden: string; takenBack: boolean; nameOf: (id: string) => string },
) {
  const inCharacter = () => props.line.actor !== "";
  const spoken = () => props.line.kind === "said" || props.line.kind === "whispered";
  const continues = () => spoken() && speaker(props.before) === speaker(props.entry);
  const who = () => (inCharacter() ? props.nameOf(props.line.actor) : props.seatName(props.line.who) || t("page-someone"));
  /** True if the Storyteller wrote this ruling to this seat alone. */
  const isToMe = () => props.line.kind === "ruled" && props.entry.audience === `seats:${props.mine}`;
  return (
    <div
      class={`line ${props.line.kind}`}
      classList={{
        aside: props.line.kind === "said" && !inCharacter(),
        secret: props.hidden !== "",
        "taken-back": props.takenBack,
        mine: props.line.who !== "" && props.line.who === props.mine,
        "goes-on": continues(),
        fresh: isFresh(props),
      }}
      data-testid="line"
      data-kind={props.line.kind}
      title={props.timed && props.line.at ? new Date(props.line.at).toLocaleString(dateLocale()) : ""}
    >
      <Show when={spoken() && !continues()}>
        <p class="who">
          <bdi class="name">{who()}</bdi>
          <Show when={props.hidden}>
            <span class="secrecy">{props.hidden}</span>
          </Show>
        </p>
      </Show>
      <Show when={!spoken() && !isToMe() && props.hidden}>
        <span class="secrecy">{props.hidden}</span>
      </Show>
      <Show when={props.takenBack}>
        <span class="sr">{t("page-taken-back")}: </span>
      </Show>
      <p class="text">
        <Show when={props.line.kind === "ruled"}>
          <span class="ruling">{t(isToMe() ? "page-line-to-you" : isOutcome(props.line.text) ? "page-line-outcome" : "page-line-ruled")} </span>
        </Show>
        <Show when={rollerAnswer(props.line)} fallback={<Prose text={props.line.text} name={props.nameOf} />}>
          {(sum) => sum()}
        </Show>
        <RuleMark rule={ruleOf(props.line.text)} skipsTab />
        <Show when={props.replies && props.line.kind === "whispered" && props.line.who !== props.mine}>
          {" "}
          <button type="button" class="plain reply" tabindex="-1" onClick={() => setReplyTo({ seat: props.line.who })} data-testid="reply">
            {t("page-do-reply")}
          </button>
        </Show>
      </p>
      <Show when={props.reading.get("HandoutCard", `${props.entry.audience} ${props.line.id}`)}>
        {(card) => <HandoutInStory reading={props.reading} id={card().handout} />}
      </Show>
    </div>
  );
}
