/** The manoeuvres of a declaration: the usual ones as chips with their dice, all others under "More" with a search. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { manoeuvreOf, targetsToPick } from "../forms/declaration";
import { keyOf } from "../forms/options";
import type { Option } from "../messages";
import { plain } from "../text/plain";
import { KeyedList } from "../ui/keyed-list";
import { RuleMark } from "../ui/rule-mark";
import { inWords, t } from "../words/render";
import { ruleOf } from "../words/words";

/** The server lists the usual manoeuvres first; so many of them are chips. */
const USUAL = 5;
/** With more possible targets than this the chip opens the action's form. */
const MOST_TARGETS = 6;

interface Props {
  readonly options: readonly Option[];
  readonly busy: boolean;
  /** True if a chip names the target, too, so that one press can declare the action. */
  readonly byTarget: boolean;
  readonly choose: (option: Option, targets: readonly string[], byKeys: boolean) => void;
}

export function Manoeuvres(props: Props) {
  const [sought, setSought] = createSignal("");
  const usual = () => props.options.slice(0, USUAL);
  const others = () => props.options.slice(USUAL);
  const found = createMemo(() => {
    const words = plain(sought().trim());
    return words ? props.options.filter((o) => plain(inWords(o.label)).includes(words)) : others();
  });
  const chips = (options: readonly Option[]) => (
    <KeyedList each={options} by={keyOf}>
      {(option) => <Chip {...props} option={option()} />}
    </KeyedList>
  );
  return (
    <>
      <div class="manoeuvres" data-testid="manoeuvres">
        {chips(usual())}
      </div>
      <Show when={others().length > 0}>
        <details
          class="more all-manoeuvres"
          onToggle={(event) => event.currentTarget.open && event.currentTarget.scrollIntoView({ block: "nearest" })}
          data-testid="more-manoeuvres"
        >
          <summary>{t("page-more-manoeuvres")}</summary>
          <input
            type="search"
            aria-label={t("page-search-manoeuvres")}
            placeholder={t("page-search-manoeuvres")}
            value={sought()}
            onInput={(event) => setSought(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [first] = found();
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (first !== undefined && sought().trim() !== "") props.choose(first, [], true);
            }}
          />
          <div class="manoeuvres">
            {chips(found())}
            <Show when={found().length === 0}>
              <span class="quiet">{t("page-no-such-manoeuvre")}</span>
            </Show>
          </div>
        </details>
      </Show>
    </>
  );
}

/** A manoeuvre: one button, or its name with a button for each possible target. */
function Chip(props: Props & { option: Option }) {
  const picks = () => (props.byTarget ? targetsToPick(props.option) : []);
  const dice = () => inWords(props.option.hint);
  const name = () => (
    <>
      {inWords(props.option.label)}
      <Show when={dice()}>
        {" "}
        <small>{dice()}</small>
      </Show>
    </>
  );
  /** A right click, a long press or the keyboard's menu key opens the rule. */
  const toRule = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const mark = event.currentTarget.querySelector<HTMLElement>(".rule-mark");
    if (mark === null) return;
    event.preventDefault();
    mark.click();
    mark.focus(); // now that it is shown
  };
  return (
    <span class="manoeuvre-of" onContextMenu={toRule}>
      <Show
        when={picks().length > 0 && picks().length <= MOST_TARGETS}
        fallback={
          <button
            type="button"
            class="manoeuvre"
            disabled={props.busy}
            data-testid="manoeuvre"
            data-manoeuvre={manoeuvreOf(props.option)}
            onClick={(event) => props.choose(props.option, [], event.detail === 0)}
          >
            {name()}
          </button>
        }
      >
        <span class="manoeuvre by-target" role="group" aria-label={inWords(props.option.label)} data-testid="manoeuvre" data-manoeuvre={manoeuvreOf(props.option)}>
          <span>{name()}</span>
          <For each={picks()}>
            {(target) => (
              <button
                type="button"
                disabled={props.busy}
                data-target={target.value}
                aria-label={t("page-manoeuvre-on", { manoeuvre: props.option.label, whom: inWords(target.label) })}
                onClick={(event) => props.choose(props.option, [target.value], event.detail === 0)}
              >
                {inWords(target.label)}
              </button>
            )}
          </For>
        </span>
      </Show>
      <RuleMark rule={ruleOf(props.option.label)} skipsTab />
    </span>
  );
}
