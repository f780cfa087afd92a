/** A roll: its figures, its result and its dice, with the pool and the explanation on demand. */

import { createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { type Chain, chains, type Die, diceInWords, verdict } from "../text/dice";
import { explanation, figuresInShort } from "../text/explanation";
import { partName } from "../text/odds";
import { inWords, t } from "../words/render";
import { isSilent } from "../words/words";
import type { Roll } from "../messages";

export function DieFace(props: { die: Die; again: boolean; place: number }) {
  return (
    <svg
      class="die"
      classList={{ lit: props.die.lit, twice: props.die.twice, struck: props.die.struck, one: props.die.one, again: props.again }}
      viewBox="0 0 40 44"
      style={{ "--place": props.place }}
    >
      <path class="body" d="M20 2 37 21 20 42 3 21Z" />
      <path class="edge" d="M3 21 20 27 37 21" />
      <text x="20" y="23.5">
        {props.die.face}
      </text>
      <path class="strike" d="M7 36 33 8" />
    </svg>
  );
}

function DieChain(props: { chain: Chain; place: number }) {
  return (
    <span class="chain" classList={{ many: props.chain.length > 1 }}>
      <For each={props.chain}>{(die, i) => <DieFace die={die} again={i() > 0} place={props.place} />}</For>
    </span>
  );
}

/** All dice of a roll; if the roll is `fresh`, they settle in turn. */
export function DiceRow(props: { roll: Pick<Roll, "faces" | "struck" | "worth">; fresh?: boolean }) {
  const dice = () => chains(props.roll);
  return (
    <span class="dice" classList={{ fresh: props.fresh ?? false }} style={{ "--count": dice().length }} role="img" aria-label={diceInWords(dice())} data-testid="dice">
      <For each={dice()}>{(chain, place) => <DieChain chain={chain} place={place()} />}</For>
    </span>
  );
}

export function PoolParts(props: { parts: Roll["parts"] }) {
  return (
    <span>
      <For each={props.parts}>
        {([label, dice], i) => (
          <span class="part" classList={{ less: dice < 0 }}>
            {i() === 0 && dice >= 0 ? "" : `${dice < 0 ? "−" : "+"} `}
            {partName(label)} <b>{i() === 0 ? dice : Math.abs(dice)}</b>
          </span>
        )}
      </For>
    </span>
  );
}

interface RowProps {
  readonly roll: Roll;
  /** The name of the roller; "" if the rows around this row name it. */
  readonly name: string;
  /** The reason of the roll; "" if the rows around this row give it. */
  readonly reason: string;
  /** The secret audience of the roll, in words; "" if every seat sees it. */
  readonly secret: string;
  /** True if this reader rolled it. */
  readonly mine: boolean;
  readonly fresh: boolean;
  /** True if the roll was retracted. */
  readonly takenBack: boolean;
  /** The parts that open with the explanation: each die, and the Storyteller's options. */
  readonly children?: JSX.Element;
}

/** A roll as one row: figures, degree, dice. The explanation opens on demand. */
export function RollRow(props: RowProps) {
  const good = () => props.roll.result === "success" || props.roll.result === "exceptional";
  const bad = () => props.roll.result === "botch" || props.roll.result === "dramatic_failure";
  const great = () => props.roll.result === "exceptional" || props.roll.degree === "phenomenal";
  const [open, setOpen] = createSignal(false);
  const figures = () => figuresInShort(props.roll);
  const id = createUniqueId();
  return (
    <article
      class="roll"
      classList={{
        good: good(),
        bad: bad(),
        great: great(),
        fresh: props.fresh,
        mine: props.mine,
        secret: props.secret !== "",
        "taken-back": props.takenBack,
        unfolded: open(),
      }}
      data-testid="roll"
      data-result={props.roll.result}
    >
      <div class="roll-row" onClick={() => setOpen(!open())}>
        <header>
          <Show when={props.name}>
            <bdi class="name">{props.name}</bdi>
          </Show>
          <Show when={props.reason}>
            <span class="reason" title={props.reason}>{props.reason}</span>
          </Show>
          <Show when={props.secret}>
            <span class="secrecy">{props.secret}</span>
          </Show>
          <Show when={props.takenBack}>
            <small>{t("page-taken-back")}</small>
          </Show>
        </header>
        <p class="result">
          <Show when={figures()}>
            <span class="figures">{figures()}</span>
          </Show>{" "}
          <strong>{verdict(props.roll)}</strong>
          <Show when={!isSilent(props.roll.ruled)}>
            {" "}
            <small class="by-the-dice">
              {t("page-roll-by-dice")} <s>{inWords(explanation(props.roll))}</s>
            </small>
          </Show>
        </p>
        <Show when={props.roll.faces.length > 0}>
          <DiceRow roll={props.roll} fresh={props.fresh} />
        </Show>
        <button
          type="button"
          class="unfold"
          tabindex="-1"
          aria-expanded={open()}
          aria-controls={open() ? id : undefined}
          aria-label={t("page-roll-explain")}
          title={t("page-roll-explain")}
          data-testid="explain"
        />
      </div>
      <Show when={!isSilent(props.roll.ruled)}>
        <p class="ruled">{inWords(props.roll.ruled)}</p>
      </Show>
      <Show when={open()}>
        <div class="roll-more" id={id}>
          <p class="pool">
            <PoolParts parts={props.roll.parts} />
            <Show when={props.roll.difficulty > 0}>
              <span class="difficulty">
                {t("page-roll-difficulty")} <b>{props.roll.difficulty}</b>
              </span>
            </Show>
          </p>
          <p>{inWords(explanation(props.roll))}</p>
          {props.children}
        </div>
      </Show>
    </article>
  );
}
