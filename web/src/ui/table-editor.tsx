/** A table as rows of fields, to edit, remove, move and add. */

import { createUniqueId, For, Index, Match, Show, Switch } from "solid-js";
import { t } from "../words/render";
import type { Cell, Column, Row } from "../forms/rule-tables";

interface Props {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly set: (rows: readonly Row[]) => void;
  /** The noun for a row. */
  readonly rowNoun: string;
  readonly ordered: boolean;
  readonly most: number;
  readonly newRow: Row;
  /** Summarizes a row in a line; if given, the fields are folded behind that line. */
  readonly inShort?: (row: Row) => string;
}

export function TableEditor(props: Props) {
  let list: HTMLOListElement | undefined;
  const change = (at: number, name: string, cell: Cell) =>
    props.set(props.rows.map((row, i) => (i === at ? { ...row, [name]: cell } : row)));
  const moveUp = (at: number) => {
    const moved = [...props.rows];
    moved.splice(at - 1, 0, ...moved.splice(at, 1));
    props.set(moved);
  };
  const add = () => {
    props.set([...props.rows, props.newRow]);
    const last = list?.lastElementChild;
    const unfolds = last?.querySelector("details");
    if (unfolds) unfolds.open = true;
    last?.querySelector<HTMLElement>("input, select")?.focus();
  };
  return (
    <div class="rows" classList={{ ordered: props.ordered, "one-line": props.columns.length < 4 && props.columns.every((c) => c.kind !== "list") }}>
      <ol
        ref={(el) => {
          list = el;
        }}
      >
        <Index each={props.rows} fallback={<li class="quiet">{t("page-rows-none")}</li>}>
          {(row, at) => {
            const rowName = () => t("page-row-name", { noun: props.rowNoun, n: at + 1 });
            const fields = () => <Cells columns={props.columns} row={row()} rowName={rowName()} set={(name, cell) => change(at, name, cell)} />;
            return (
              <li class="row-of" data-row={at}>
                <Show when={props.inShort} fallback={fields()}>
                  {(inShort) => (
                    <details>
                      <summary>{inShort()(row()) || t("page-row-new", { noun: props.rowNoun })}</summary>
                      {fields()}
                    </details>
                  )}
                </Show>
                <span class="row-do">
                  <Show when={props.ordered && at > 0}>
                    <button type="button" class="plain" aria-label={t("page-row-up-named", { row: rowName() })} title={t("page-row-up")} onClick={() => moveUp(at)}>
                      ↑
                    </button>
                  </Show>
                  <button
                    type="button"
                    class="plain"
                    aria-label={t("page-row-remove-named", { row: rowName() })}
                    title={t("page-row-remove")}
                    onClick={() => props.set(props.rows.filter((_, i) => i !== at))}
                  >
                    ✕
                  </button>
                </span>
              </li>
            );
          }}
        </Index>
      </ol>
      <Show when={props.rows.length < props.most}>
        <button type="button" class="plain" onClick={add} data-testid="add-row">
          {t("page-row-add", { noun: props.rowNoun })}
        </button>
      </Show>
    </div>
  );
}

interface CellsProps {
  readonly columns: readonly Column[];
  readonly row: Row;
  /** The name of the row, for screen readers. */
  readonly rowName: string;
  readonly set: (name: string, cell: Cell) => void;
}

/** The fields of a row. */
export function Cells(props: CellsProps) {
  return (
    <div class="cells">
      <For each={props.columns}>
        {(column) => <CellField column={column} value={props.row[column.name] ?? ""} rowName={props.rowName} set={(cell) => props.set(column.name, cell)} />}
      </For>
    </div>
  );
}

function CellField(props: { column: Column; value: Cell; rowName: string; set: (cell: Cell) => void }) {
  const id = createUniqueId();
  const column = props.column;
  const label = () => (
    <label for={id}>
      {column.label}
      <span class="sr"> {t("page-cell-of", { row: props.rowName })}</span>
    </label>
  );
  const marks = () => (Array.isArray(props.value) ? (props.value as readonly string[]) : []);
  /** The current value can still be chosen, even if the rules no longer have it. */
  const choices = () => {
    const all = column.choices ?? [];
    const now = String(props.value);
    return all.some(([value]) => value === now) ? all : [...all, [now, now] as const];
  };
  return (
    <Switch>
      <Match when={column.kind === "text" || column.kind === "list"}>
        <span class="field cell wide" classList={{ whole: column.kind === "list" }}>
          {label()}
          <Show
            when={column.kind === "list"}
            fallback={
              <input
                id={id}
                name={column.name}
                type="text"
                data-most={column.most}
                required={column.required ?? false}
                value={String(props.value)}
                onInput={(e) => props.set(e.currentTarget.value)}
              />
            }
          >
            <textarea
              id={id}
              name={column.name}
              rows="2"
              data-most={column.most}
              required={column.required ?? false}
              value={String(props.value)}
              onInput={(e) => props.set(e.currentTarget.value)}
            />
          </Show>
        </span>
      </Match>
      <Match when={column.kind === "number"}>
        <span class="field cell narrow">
          {label()}
          <input
            id={id}
            name={column.name}
            type="number"
            required
            min={column.least}
            max={column.most}
            value={Number(props.value)}
            onChange={(e) => !Number.isNaN(e.currentTarget.valueAsNumber) && props.set(Math.trunc(e.currentTarget.valueAsNumber))}
          />
        </span>
      </Match>
      <Match when={column.kind === "choice"}>
        <span class="field cell">
          {label()}
          <select id={id} name={column.name} value={String(props.value)} onChange={(e) => props.set(e.currentTarget.value)}>
            <For each={choices()}>
              {([value, said]) => (
                <option value={value} selected={value === props.value}>
                  {said}
                </option>
              )}
            </For>
          </select>
        </span>
      </Match>
      <Match when={column.kind === "flag"}>
        <label class="flag cell">
          <input type="checkbox" name={column.name} checked={props.value === true} onChange={(e) => props.set(e.currentTarget.checked)} />
          <span>{column.label}</span>
        </label>
      </Match>
      <Match when={column.kind === "marks"}>
        <PillChoices legend={column.label} all={column.choices ?? []} chosen={marks()} set={props.set} />
      </Match>
    </Switch>
  );
}

/** Choices of which any number may be chosen, as pills. */
export function PillChoices(props: {
  legend: string;
  all: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  set: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset class="field cell whole">
      <legend>{props.legend}</legend>
      <div class="pills">
        <For each={props.all}>
          {([value, said]) => (
            <label class="pill">
              <input
                type="checkbox"
                value={value}
                checked={props.chosen.includes(value)}
                onChange={(e) => props.set(e.currentTarget.checked ? [...props.chosen, value] : props.chosen.filter((v) => v !== value))}
              />
              <span>{said}</span>
            </label>
          )}
        </For>
      </div>
    </fieldset>
  );
}
