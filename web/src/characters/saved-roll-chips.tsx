/** Saved rolls as buttons that put their pool together, and the form that saves a pool by name. */

import { createSignal, For, Show } from "solid-js";
import type { SavedRoll } from "../messages";
import { t, termText } from "../words/render";
import type { Pool, SavedRolls } from "./saved-rolls";

/** The traits of a pool, as in "Dexterity + Stealth". */
export const traitsInWords = (traits: readonly string[]): string => traits.map(termText).join(" + ");

interface ChipsProps {
  readonly saved: readonly SavedRoll[];
  /** The pool of the roll before, to roll it again. */
  readonly last: Pool | undefined;
  readonly choose: (pool: Pool) => void;
}

/** The most saved rolls that have a key: 1 to 9. */
const KEYS = 9;

/** The pool that was rolled last, and the saved rolls; the first nine have the keys 1 to 9. */
export function SavedRollChips(props: ChipsProps) {
  return (
    <>
      <Show when={props.last}>
        {(last) => (
          <button type="button" class="chip" onClick={() => props.choose(last())} title={t("page-roll-again")} data-key="r" data-testid="roll-again">
            <span aria-hidden="true">↻ </span>
            <span class="sr">{t("page-roll-again")}: </span>
            {traitsInWords(last().traits)}
          </button>
        )}
      </Show>
      <For each={props.saved}>
        {(roll, i) => (
          <button
            type="button"
            class="chip"
            onClick={() => props.choose(roll)}
            title={traitsInWords(roll.traits)}
            data-key={i() < KEYS ? i() + 1 : undefined}
            aria-keyshortcuts={i() < KEYS ? String(i() + 1) : undefined}
            data-testid="saved-roll"
          >
            {roll.name} <Show when={i() < KEYS}><kbd aria-hidden="true">{i() + 1}</kbd></Show>
          </button>
        )}
      </For>
    </>
  );
}

interface SaveProps {
  readonly pool: Pool;
  readonly rolls: SavedRolls;
}

/** Save the pool by a name, or remove the saved roll that has this pool. */
export function SaveRoll(props: SaveProps) {
  const [naming, setNaming] = createSignal(false);
  const [name, setName] = createSignal("");
  const known = () => {
    const here = JSON.stringify(contentOf(props.pool));
    return props.rolls.all().find((roll) => JSON.stringify(contentOf(roll)) === here);
  };
  const save = () => {
    props.rolls.save({ ...contentOf(props.pool), name: name().trim() || traitsInWords(props.pool.traits) });
    setNaming(false);
    setName("");
  };
  /** The form around is the roll's own: Enter here saves and does not roll. */
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      save();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setNaming(false);
    }
  };
  return (
    <Show
      when={naming()}
      fallback={
        <Show
          when={known()}
          fallback={
            <button type="button" class="plain" onClick={() => setNaming(true)} data-opens="" data-testid="save-roll">
              {t("page-do-save-roll")}
            </button>
          }
        >
          {(roll) => (
            <button type="button" class="plain" onClick={() => props.rolls.remove(roll().name)} data-testid="forget-roll">
              {t("page-do-forget-roll")}
            </button>
          )}
        </Show>
      }
    >
      <span class="save-roll">
        <input
          type="text"
          maxlength="40"
          aria-label={t("page-ask-roll-name")}
          placeholder={traitsInWords(props.pool.traits)}
          value={name()}
          onInput={(e) => setName(e.currentTarget.value)}
          onKeyDown={keys}
          ref={(el) => queueMicrotask(() => el.focus())}
          name="roll-name"
        />
        <button type="button" onClick={save} data-testid="save-roll-do">
          {t("page-do-save")}
        </button>
      </span>
    </Show>
  );
}

const contentOf = ({ traits, modifier, difficulty, specialty }: Pool): Pool => ({ traits, modifier, difficulty, specialty });
