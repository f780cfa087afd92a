/** The palette: every open action, found by a few typed letters. */

import { createEffect, createMemo, createSignal, For, on, onMount, Show } from "solid-js";
import { type Findable, findOptions } from "../forms/find-options";
import { fieldsOf } from "../forms/option-fields";
import { needsForm, type Form } from "../forms/options";
import type { Option } from "../messages";
import { isCommand } from "../net/codec";
import { isWithinReach, pressElement } from "../ui/keys";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { OptionForm } from "../actions/option-form";
import { CharacterScreen, hasCharacterScreen } from "./character-screen";

/** The button on the page that opens the screen of an action: handouts, house rules, or looking back. */
const opener = (option: Option): HTMLElement | null => document.querySelector<HTMLElement>(`[data-opens="${option.group}"]`);

/** An entry of the palette: an action of the game, or something on the page that is pressed. */
interface Entry extends Findable {
  readonly option?: Option;
  readonly element?: HTMLElement;
  /** The selector of the part that gets the focus when the pressed element has opened its menu. */
  readonly part?: string | undefined;
}

const MENU = ".menu > summary";

/** What the page does without a button that is always there: the message that names it, what is pressed, and the part
 * of the menu that it names. */
const WITHOUT_BUTTON: readonly (readonly [string, string, string?])[] = [
  ["page-key-speak", '[data-key="/"]'],
  ["page-do-whisper", '[data-testid="say-to"]'],
  ["page-key-declare", '[data-key="d"]'],
  ["page-language", MENU, "language"],
  ["page-light-theme", MENU, "light-theme"],
  ["page-alert-sound", MENU, "alert-sound"],
  ["page-alert-notification", MENU, "alert-notification"],
  ["page-remember-me", MENU, "remember"],
  ["page-do-save-story", MENU, "save-story"],
  ["page-do-leave", MENU, "leave"],
];

/** The page's own actions: the buttons with `data-opens`, except the one that has an action of the same name, and what
 * has no button. */
function pageActions(): Entry[] {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-opens]")]
    .filter((button) => button.dataset["opens"] !== "house")
    .map((element) => ({ element, label: element.getAttribute("aria-label") ?? element.textContent ?? "", about: [] }));
  const others = WITHOUT_BUTTON.flatMap(([message, selector, part]) => {
    const element = document.querySelector<HTMLElement>(selector);
    return element ? [{ element, part, label: t(message), about: selector === MENU ? [t("page-menu")] : [] }] : [];
  });
  return [...buttons, ...others].filter(
    ({ element, label }, n, all) => isWithinReach(element) && !element.matches(":disabled") && all.findIndex((one) => one.label === label) === n,
  );
}

/** How long a part of the menu may take to be loaded. */
const LOADS_FOR = 10_000;

/** Focus the part of the page with this test id, as soon as it is drawn. */
function focusOnceDrawn(part: string): void {
  const focus = () => {
    const found = document.querySelector<HTMLElement>(`[data-testid="${part}"]`);
    found?.focus();
    return found !== null;
  };
  if (focus()) return;
  const drawn = new MutationObserver(() => focus() && drawn.disconnect());
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), LOADS_FOR);
}

/** What the button of an action says on the page: the action is found by that, too. */
const ALSO: Readonly<Record<string, string>> = {
  CallForRoll: "page-do-call-for-roll",
  ChangeSheet: "page-do-change-sheet",
  Roll: "page-do-roll",
  RollInSecret: "page-do-roll-in-secret",
  SetPortrait: "page-do-set-portrait",
  WriteProfile: "page-do-open-book",
};

/** `typed`: what was typed while this was loaded. */
export function Palette(props: { typed: string; close: () => void }) {
  const table = useTable();
  const [typed, setTyped] = createSignal(props.typed);
  const [at, setAt] = createSignal(0);
  /** The grave action that was chosen once and asks for a second press. */
  const [asked, setAsked] = createSignal<Option>();
  const [chosen, choose] = createSignal<Option>();
  const [busy, setBusy] = createSignal(false);
  let dialog: HTMLDialogElement | undefined;
  let list: HTMLUListElement | undefined;
  onMount(() => dialog?.showModal());

  const hasOpener = (o: Option) => ["handouts", "house", "past"].includes(o.group);
  const ofGame = createMemo((): Entry[] =>
    table
      .options()
      .filter((o) => isCommand(o.command) && (!hasOpener(o) || opener(o) !== null))
      .map((option) => ({
        option,
        label: inWords(option.label),
        about: [
          table.get("Face", option.actor)?.name ?? "",
          ...option.inputs.filter((i) => i.choices.length === 1).map((i) => inWords(i.choices[0]?.label ?? "")),
          inWords(option.hint),
          ALSO[option.command] ? t(ALSO[option.command] ?? "") : "",
          table.groupTitle(option.group),
        ].filter((text, n, texts) => text !== "" && texts.indexOf(text) === n && text !== inWords(option.label)),
      })),
  );
  const ofPage = pageActions();
  const all = createMemo((): Entry[] => [...ofGame(), ...ofPage]);
  const found = createMemo(() => findOptions(typed(), all()));
  createEffect(on(typed, () => {
    setAt(0);
    setAsked(undefined);
  }));
  createEffect(() => list?.children[at()]?.scrollIntoView({ block: "nearest" }));

  const send = async (option: Option, form: Form) => {
    setBusy(true);
    const outcome = await table.send(option.command, fieldsOf(option, form));
    setBusy(false);
    if (outcome.ok) props.close();
    return outcome.ok;
  };
  const take = ({ option, element, part }: Entry) => {
    if (option === undefined) {
      props.close();
      if (element) pressElement(element);
      if (part) focusOnceDrawn(part);
    } else if (hasOpener(option)) {
      const button = opener(option);
      props.close();
      button?.click();
    } else if (needsForm(option) || hasCharacterScreen(option)) {
      dialog?.close();
      choose(option);
    } else if (option.grave && asked() !== option) setAsked(option);
    else void send(option, {});
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((at() + step + found().length) % Math.max(found().length, 1));
      setAsked(undefined);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const one = found()[at()];
      if (one !== undefined && !busy()) take(one);
    }
  };
  const text = (one: Entry) => (one.option && asked() === one.option ? t("page-really", { option: one.option.label }) : one.label);

  return (
    <Show
      when={chosen()}
      fallback={
        <dialog
          class="palette"
          aria-label={t("page-palette")}
          data-testid="palette"
          ref={(el) => {
            dialog = el;
          }}
          onClose={() => chosen() === undefined && props.close()}
          onPointerDown={(event) => {
            if (event.target === dialog) dialog.close();
          }}
        >
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={found().length > 0 ? `palette-${at()}` : undefined}
            aria-label={t("page-palette")}
            placeholder={t("page-do-find-action")}
            autocomplete="off"
            value={typed()}
            onInput={(e) => setTyped(e.currentTarget.value)}
            onKeyDown={keys}
            data-testid="palette-text"
          />
          <Show when={found().length > 0} fallback={<p class="quiet">{t("page-palette-nothing")}</p>}>
            <ul
              id="palette-list"
              role="listbox"
              aria-label={t("page-palette")}
              ref={(el) => {
                list = el;
              }}
            >
              <For each={found()}>
                {(one, n) => (
                  <li
                    id={`palette-${n()}`}
                    role="option"
                    aria-selected={n() === at()}
                    onPointerMove={() => setAt(n())}
                    onClick={() => take(one)}
                    data-testid={`find-${one.option?.command ?? "page"}`}
                    data-actor={one.option?.actor}
                  >
                    <span>{text(one)}</span>
                    <small>{one.about.join(" · ")}</small>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </dialog>
      }
    >
      {(option) => (
        <Show when={hasCharacterScreen(option())} fallback={<OptionForm option={option()} send={(form) => send(option(), form)} busy={busy()} close={props.close} />}>
          <CharacterScreen option={option()} close={props.close} />
        </Show>
      )}
    </Show>
  );
}
