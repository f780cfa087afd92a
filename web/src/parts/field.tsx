/** One input of an option, drawn as what it asks for. */

import { createUniqueId, For, Match, Show, Switch } from "solid-js";
import { type Filled, MANY_CHOICES, unchosen, withOne } from "../core/options";
import type { Input } from "../messages";
import { useTable } from "../table";
import { Adding } from "./adding";

interface Props {
  readonly input: Input;
  readonly value: Filled;
  readonly set: (value: Filled) => void;
}

export function Field(props: Props) {
  const id = createUniqueId();
  const list = () => (Array.isArray(props.value) ? (props.value as readonly string[]) : []);
  const many = () => props.input.choices.length > MANY_CHOICES;
  const pills = () => (many() ? props.input.choices.filter((c) => list().includes(c.value)) : props.input.choices);
  const number = (value: number) => {
    const { least, most } = props.input;
    props.set(Math.min(Math.max(value, least), most > least ? most : Number.MAX_SAFE_INTEGER));
  };
  return (
    <Switch>
      <Match when={props.input.kind === "choice" && props.input.choices.length > 6}>
        <label class="field">
          <span>{props.input.label}</span>
          <select value={String(props.value)} onChange={(e) => props.set(e.currentTarget.value)} name={props.input.name}>
            <For each={props.input.choices}>
              {(c) => <option value={c.value} selected={props.value === c.value}>{c.hint ? `${c.label} · ${c.hint}` : c.label}</option>}
            </For>
          </select>
        </label>
      </Match>
      <Match when={props.input.kind === "choice"}>
        <fieldset class="field">
          <legend>{props.input.label}</legend>
          <div class="pills">
            <For each={props.input.choices}>
              {(c) => (
                <label class="pill">
                  <input
                    type="radio"
                    name={`${id}-${props.input.name}`}
                    value={c.value}
                    checked={props.value === c.value}
                    onChange={() => props.set(c.value)}
                  />
                  <span>
                    {c.label}
                    <Show when={c.hint}>
                      <small>{c.hint}</small>
                    </Show>
                  </span>
                </label>
              )}
            </For>
          </div>
        </fieldset>
      </Match>
      <Match when={props.input.kind === "choices"}>
        <fieldset class="field">
          <legend>{props.input.label}</legend>
          <div class="pills">
            <For each={pills()} fallback={<Show when={!many()}><span class="quiet">Nobody and nothing to choose.</span></Show>}>
              {(c) => (
                <label class="pill">
                  <input
                    type="checkbox"
                    name={props.input.name}
                    value={c.value}
                    checked={list().includes(c.value)}
                    onChange={(e) =>
                      props.set(
                        e.currentTarget.checked
                          ? withOne(props.input, list(), c.value)
                          : list().filter((v) => v !== c.value),
                      )
                    }
                  />
                  <span>
                    {c.label}
                    <Show when={c.hint}>
                      <small>{c.hint}</small>
                    </Show>
                  </span>
                </label>
              )}
            </For>
            <Show when={many()}>
              <Adding
                label={`Add: ${props.input.label}`}
                of={props.input.name}
                empty={list().length > 0 ? "and…" : "choose…"}
                add={(value) => props.set(withOne(props.input, list(), value))}
              >
                <For each={[...unchosen(props.input, list())]}>
                  {([group, choices]) => (
                    <optgroup label={group}>
                      <For each={choices}>{(c) => <option value={c.value}>{c.label}</option>}</For>
                    </optgroup>
                  )}
                </For>
              </Adding>
            </Show>
          </div>
        </fieldset>
      </Match>
      <Match when={props.input.kind === "number"}>
        <div class="field">
          <label for={id}>{props.input.label}</label>
          <Stepper id={id} name={props.input.name} value={Number(props.value)} set={number} />
        </div>
      </Match>
      <Match when={props.input.kind === "text"}>
        <label class="field">
          <span>{props.input.label}</span>
          <Show
            when={props.input.most > 300}
            fallback={
              <input
                type="text"
                name={props.input.name}
                maxlength={props.input.most || 4000}
                value={String(props.value)}
                onInput={(e) => props.set(e.currentTarget.value)}
              />
            }
          >
            <textarea
              rows="3"
              name={props.input.name}
              maxlength={props.input.most}
              value={String(props.value)}
              onInput={(e) => props.set(e.currentTarget.value)}
            />
          </Show>
        </label>
      </Match>
      <Match when={props.input.kind === "file"}>
        <label class="field">
          <span>{props.input.label}</span>
          <input
            type="file"
            name={props.input.name}
            accept=".json,application/json"
            onChange={(e) => void e.currentTarget.files?.[0]?.slice(0, props.input.most + 1).text().then(props.set)}
          />
        </label>
      </Match>
      <Match when={props.input.kind === "seat"}>
        <WhoseSeat label={props.input.label} name={props.input.name} value={String(props.value)} set={props.set} />
      </Match>
      <Match when={props.input.kind === "flag"}>
        <label class="flag">
          <input
            type="checkbox"
            name={props.input.name}
            checked={props.value === true}
            onChange={(e) => props.set(e.currentTarget.checked)}
          />
          <span>{props.input.label}</span>
        </label>
      </Match>
    </Switch>
  );
}

/** One of the players who sit here, or the Storyteller. */
export function WhoseSeat(props: { label: string; name: string; value: string; set: (seat: string) => void }) {
  const table = useTable();
  return (
    <label class="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(e) => props.set(e.currentTarget.value)} name={props.name}>
        <option value="">the Storyteller</option>
        <For each={table.presence()?.seats.filter((s) => s.role === "player") ?? []}>
          {(s) => <option value={s.id} selected={props.value === s.id}>{s.name}</option>}
        </For>
      </select>
    </label>
  );
}

/** A number with a thumb's way down and up. */
export function Stepper(props: { id?: string; name: string; value: number; set: (value: number) => void; label?: string }) {
  return (
    <span class="stepper">
      <button type="button" aria-label={`${props.label ?? "One"} less`} onClick={() => props.set(props.value - 1)}>
        −
      </button>
      <input
        id={props.id}
        name={props.name}
        type="number"
        inputmode="numeric"
        aria-label={props.label}
        value={props.value}
        onChange={(e) => props.set(Math.trunc(e.currentTarget.valueAsNumber || 0))}
      />
      <button type="button" aria-label={`${props.label ?? "One"} more`} onClick={() => props.set(props.value + 1)}>
        +
      </button>
    </span>
  );
}
