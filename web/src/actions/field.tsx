/** An input of an option, drawn by its kind. */

import { createUniqueId, Match, Show, Switch } from "solid-js";
import { type InputValue, MANY_CHOICES, mustChoose, unchosen, withChoice } from "../forms/options";
import type { Choice, Input } from "../messages";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";
import { AddFromList } from "../ui/add-from-list";
import { lazy } from "../ui/lazy";
import { KeyedList } from "../ui/keyed-list";
import { Stepper } from "../ui/stepper";

interface Props {
  readonly input: Input;
  readonly value: InputValue;
  readonly set: (value: InputValue) => void;
}

/** Loaded when a form first asks for a file. */
const CharacterFileField = lazy(() => import("./character-file-field").then((m) => m.CharacterFileField));

const value = (choice: Choice) => choice.value;

/** A choice or an option in a list: its label, and its hint. */
export const inList = ({ label, hint }: Pick<Choice, "label" | "hint">): string => [inWords(label), inWords(hint)].filter(Boolean).join(" · ");

export function Field(props: Props) {
  const id = createUniqueId();
  const list = () => (Array.isArray(props.value) ? (props.value as readonly string[]) : []);
  const many = () => props.input.choices.length > MANY_CHOICES;
  const pills = () => (many() ? props.input.choices.filter((c) => list().includes(c.value)) : props.input.choices);
  const groups = () => [...unchosen(props.input, list())];
  const number = (value: number) => {
    const { least, most } = props.input;
    props.set(Math.min(Math.max(value, least), most > least ? most : Number.MAX_SAFE_INTEGER));
  };
  return (
    <Switch>
      <Match when={props.input.kind === "choice" && props.input.choices.length > 6}>
        <label class="field">
          <span>{inWords(props.input.label)}</span>
          <select value={String(props.value)} onChange={(e) => props.set(e.currentTarget.value)} name={props.input.name}>
            <Show when={mustChoose(props.input)}>
              <option value="">{t("page-choose")}</option>
            </Show>
            <KeyedList each={props.input.choices} by={value}>
              {(c) => (
                <option value={c().value} selected={props.value === c().value}>
                  {inList(c())}
                </option>
              )}
            </KeyedList>
          </select>
        </label>
      </Match>
      <Match when={props.input.kind === "choice"}>
        <fieldset class="field">
          <legend>{inWords(props.input.label)}</legend>
          <div class="pills">
            <KeyedList each={props.input.choices} by={value}>
              {(c) => (
                <label class="pill">
                  <input
                    type="radio"
                    name={`${id}-${props.input.name}`}
                    value={c().value}
                    checked={props.value === c().value}
                    onChange={() => props.set(c().value)}
                  />
                  <ChoiceLabel choice={c()} />
                </label>
              )}
            </KeyedList>
          </div>
        </fieldset>
      </Match>
      <Match when={props.input.kind === "choices"}>
        <fieldset class="field">
          <legend>{inWords(props.input.label)}</legend>
          <div class="pills">
            <KeyedList
              each={pills()}
              by={value}
              fallback={<Show when={!many()}><span class="quiet">{t("page-nothing-to-choose")}</span></Show>}
            >
              {(c) => (
                <label class="pill">
                  <input
                    type="checkbox"
                    name={props.input.name}
                    value={c().value}
                    checked={list().includes(c().value)}
                    onChange={(e) =>
                      props.set(
                        e.currentTarget.checked
                          ? withChoice(props.input, list(), c().value)
                          : list().filter((v) => v !== c().value),
                      )
                    }
                  />
                  <ChoiceLabel choice={c()} />
                </label>
              )}
            </KeyedList>
            <Show when={many()}>
              <AddFromList
                label={t("page-add-to", { list: props.input.label })}
                listName={props.input.name}
                empty={t(list().length > 0 ? "page-choose-more" : "page-choose")}
                add={(value) => props.set(withChoice(props.input, list(), value))}
              >
                <KeyedList each={groups()} by={([group]) => group}>
                  {(group) => (
                    <optgroup label={group()[0]}>
                      <KeyedList each={group()[1]} by={value}>
                        {(c) => <option value={c().value}>{inWords(c().label)}</option>}
                      </KeyedList>
                    </optgroup>
                  )}
                </KeyedList>
              </AddFromList>
            </Show>
          </div>
        </fieldset>
      </Match>
      <Match when={props.input.kind === "number"}>
        <div class="field">
          <label for={id}>{inWords(props.input.label)}</label>
          <Stepper id={id} name={props.input.name} value={Number(props.value)} set={number} />
        </div>
      </Match>
      <Match when={props.input.kind === "text"}>
        <label class="field">
          <span>{inWords(props.input.label)}</span>
          <Show
            when={props.input.most > 300}
            fallback={
              <input
                type="text"
                name={props.input.name}
                required={props.input.least > 0}
                data-most={props.input.most || undefined}
                value={String(props.value)}
                onInput={(e) => props.set(e.currentTarget.value)}
              />
            }
          >
            <textarea
              rows="3"
              name={props.input.name}
              required={props.input.least > 0}
              data-most={props.input.most}
              value={String(props.value)}
              onInput={(e) => props.set(e.currentTarget.value)}
            />
          </Show>
        </label>
      </Match>
      <Match when={props.input.kind === "file"}>
        <CharacterFileField input={props.input} set={props.set} />
      </Match>
      <Match when={props.input.kind === "seat"}>
        <SeatSelect label={inWords(props.input.label)} name={props.input.name} value={String(props.value)} set={props.set} />
      </Match>
      <Match when={props.input.kind === "flag"}>
        <label class="flag">
          <input
            type="checkbox"
            name={props.input.name}
            checked={props.value === true}
            onChange={(e) => props.set(e.currentTarget.checked)}
          />
          <span>{inWords(props.input.label)}</span>
        </label>
      </Match>
    </Switch>
  );
}

/** A choice's label with its hint. */
function ChoiceLabel(props: { choice: Choice }) {
  return (
    <span>
      {inWords(props.choice.label)}
      <Show when={inWords(props.choice.hint)}>
        <small>{inWords(props.choice.hint)}</small>
      </Show>
    </span>
  );
}

/** A select with the players at this table, and the Storyteller. */
export function SeatSelect(props: { label: string; name: string; value: string; set: (seat: string) => void }) {
  const table = useTable();
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(e) => props.set(e.currentTarget.value)} name={props.name}>
        <option value="">{t("page-the-storyteller")}</option>
        <KeyedList each={table.presence()?.seats.filter((s) => s.role === "player") ?? []} by={(s) => s.id}>
          {(s) => <option value={s().id} selected={props.value === s().id}>{s().name}</option>}
        </KeyedList>
      </select>
    </label>
  );
}
