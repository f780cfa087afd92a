/** The input for a file with a character. A file of another program is turned into a character file here, with a report
 * of each line or field; nothing is sent before the reader presses the form's button. */

import { createSignal, For, Show } from "solid-js";
import { loadPart } from "../files/load-part";
import type { ReadFile } from "../files/read-characters";
import type { ReportLine } from "../files/character-draft";
import type { Input } from "../messages";
import { useTable } from "../state/table";
import { inWords, t } from "../words/render";

interface Props {
  readonly input: Input;
  readonly set: (text: string) => void;
}

/** The most lines of each part of a report that are drawn. */
const LINES_MOST = 200;

export function CharacterFileField(props: Props) {
  const table = useTable();
  const [read, setRead] = createSignal<ReadFile>();
  const [chosen, choose] = createSignal(0);
  const characters = () => {
    const found = read();
    return found && "characters" in found ? found.characters : [];
  };
  const refusal = () => {
    const found = read();
    return found && "refusal" in found ? inWords(found.refusal) : "";
  };
  const report = () => characters()[chosen()]?.report ?? [];
  const left = () => report().filter((line) => !line.taken);
  const taken = () => report().filter((line) => line.taken);
  const pick = (n: number) => {
    choose(n);
    props.set(characters()[n]?.text ?? "");
  };
  let reading = 0;
  const open = async (file: File | undefined) => {
    const mine = ++reading;
    setRead(undefined);
    props.set("");
    const [rules, book] = [table.get("Setting", "setting")?.rules, table.get("Rulebook", "rulebook")];
    if (file === undefined || rules === undefined || book === undefined) return;
    const found = await loadPart(table, () => import("../files/read-characters")).then((part) => part?.readCharacters(file, rules, book));
    if (found === undefined || mine !== reading) return; // another file was chosen meanwhile
    setRead(found);
    if ("own" in found) props.set(found.own.slice(0, props.input.most + 1));
    else pick(0);
  };

  return (
    <div class="character-file">
      <label class="field">
        <span>{inWords(props.input.label)}</span>
        <input type="file" name={props.input.name} accept=".json,.csv,application/json,text/csv" onChange={(e) => void open(e.currentTarget.files?.[0])} />
      </label>
      <Show when={refusal()}>
        <p class="notice" role="alert" data-testid="import-refusal">
          {refusal()}
        </p>
      </Show>
      <Show when={characters().length > 1}>
        <p class="quiet">{t("page-import-several", { n: characters().length })}</p>
        <label class="field">
          <span>{t("page-import-which")}</span>
          <select value={chosen()} onChange={(e) => pick(Number(e.currentTarget.value))} data-testid="import-which">
            <For each={characters()}>{(one, n) => <option value={n()}>{one.name}</option>}</For>
          </select>
        </label>
      </Show>
      <Show when={characters()[chosen()]}>
        {(one) => (
          <section class="import-report" data-testid="import-report" aria-live="polite">
            <h3>{one().name}</h3>
            <p class="quiet">{t("page-import-not-yet")}</p>
            <Report title={t("page-import-left", { n: left().length })} lines={left()} open />
            <Report title={t("page-import-taken", { n: taken().length })} lines={taken()} />
          </section>
        )}
      </Show>
    </div>
  );
}

/** Lines of a report below a heading that counts them. */
function Report(props: { title: string; lines: readonly ReportLine[]; open?: boolean }) {
  return (
    <Show when={props.lines.length > 0}>
      <details open={props.open ?? false}>
        <summary>{props.title}</summary>
        <ul>
          <For each={props.lines.slice(0, LINES_MOST)}>
            {(line) => (
              <li>
                <small>{inWords(line.where)}</small>
                <span>{t("page-import-found", { found: line.found, done: line.done })}</span>
              </li>
            )}
          </For>
        </ul>
        <Show when={props.lines.length > LINES_MOST}>
          <p class="quiet">{t("page-import-more", { n: props.lines.length - LINES_MOST })}</p>
        </Show>
      </details>
    </Show>
  );
}
