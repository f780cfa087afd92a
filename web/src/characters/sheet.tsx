/** The sheet beside the story, which is also where a pool is built: click two traits. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { byGroup, inTwoColumns, withDots } from "../forms/sheet-groups";
import type { Sheet } from "../messages";
import { kindName } from "../text/kinds";
import { t, termText } from "../words/render";
import { character, phrase } from "../words/words";
import { Prose } from "../ui/prose";
import { useTable } from "../state/table";
import { useMyCharacters } from "./my-character";
import { Dots } from "../ui/dots";
import { type Practice, RollBuilder } from "./roll-builder";
import { SaveCharacter } from "../files/save-character";
import { SheetOptions, Circumstances } from "./sheet-parts";
import { PointStores } from "./points";
import { CharacterBookButton } from "./character-book-button";
import { EditSheetButton } from "./edit-sheet-button";

const EMPTY: Sheet = { type: "Sheet", id: "", traits: [], specialties: [], pools: [], items: [], flags: [] };

/** `rolled` is called after each roll. `practice`: where the dice can be tried out. */
export function SheetPanel(props: { rolled: () => void; practice?: Practice }) {
  const table = useTable();
  const mine = useMyCharacters();
  const [picked, setPicked] = createSignal<readonly string[]>([]);
  const actor = () => mine.actor();
  const sheet = () => table.get("Sheet", actor()?.id ?? "") ?? EMPTY;
  const book = () => table.get("Rulebook", "rulebook");
  const [all, setAll] = createSignal(false);
  const columns = createMemo(() => {
    const groups = byGroup(book()?.traits ?? [], sheet());
    return inTwoColumns(all() ? groups : withDots(groups));
  });

  const toggle = (trait: string) => {
    const now = picked();
    setPicked(now.includes(trait) ? now.filter((one) => one !== trait) : [...now, trait].slice(-2));
  };
  const done = () => {
    setPicked([]);
    props.rolled();
  };
  const choose = (id: string) => {
    setPicked([]);
    mine.choose(id);
  };

  return (
    <section class="sheet" data-testid="sheet" aria-label={t("page-sheet-and-dice")}>
      <Show when={mine.faces().length > 1 || table.isStoryteller()}>
        <label class="field">
          <span>{t("page-whose-dice")}</span>
          <select value={actor()?.id ?? ""} onChange={(e) => choose(e.currentTarget.value)} data-testid="sheet-actor">
            <Show when={table.isStoryteller()}>
              <option value="">{t("page-nobodys-dice")}</option>
            </Show>
            <For each={mine.faces()}>{(f) => <option value={f.id} selected={actor()?.id === f.id}>{f.name}</option>}</For>
          </select>
        </label>
      </Show>
      <Show when={actor()}>
        {(face) => (
          <>
            <header class="sheet-head">
              <h2>{face().name}</h2>
              <p>{[termText(face().concept), kindName(face().kind)].filter(Boolean).join(" · ")}</p>
            </header>
            <PointStores reading={table} id={face().id} live={true} />
            <Circumstances reading={table} id={face().id} />
            <div class="trait-columns">
              <For each={columns()}>
                {(column) => (
                  <div>
                    <For each={column}>
                      {(group) => (
                        <section class="group">
                          <h3>{termText(group.name)}</h3>
                          <For each={group.traits}>
                            {([trait, dots]) => (
                              <Show
                                when={group.kind !== "never"}
                                fallback={
                                  <p class="trait row">
                                    <span>{termText(trait)}</span>
                                    <Dots dots={dots} most={group.most} />
                                  </p>
                                }
                              >
                                <button
                                  type="button"
                                  class="trait"
                                  aria-pressed={picked().includes(trait)}
                                  data-trait={trait}
                                  onClick={() => toggle(trait)}
                                >
                                  <span>{termText(trait)}</span>
                                  <Dots dots={dots} most={group.most} />
                                </button>
                              </Show>
                            )}
                          </For>
                        </section>
                      )}
                    </For>
                  </div>
                )}
              </For>
            </div>
            <button type="button" class="plain rest" aria-pressed={all()} onClick={() => setAll(!all())}>
              {t(all() ? "page-do-hide-untrained" : "page-do-show-untrained")}
            </button>
            <Show when={sheet().specialties.length > 0}>
              <p class="specialties">
                <span class="label">{t("page-specialties")}</span> {sheet().specialties.map(termText).join(", ")}
              </p>
            </Show>
            <Show when={!table.isStoryteller()}>
              <SheetOptions id={face().id} />
            </Show>
            <Show when={face().id} keyed>
              {(id) => (
                <div class="sheet-do">
                  <EditSheetButton id={id} />
                  <CharacterBookButton reading={table} id={id} />
                  <SaveCharacter reading={table} id={id} />
                </div>
              )}
            </Show>
          </>
        )}
      </Show>
      <Show when={!actor() && !table.isStoryteller()}>
        <For each={mine.away()}>
          {(one) => (
            <p class="quiet" data-testid="not-here">
              <Prose text={phrase("page-not-in-scene", { who: character(one.id) })} name={() => one.name} />
            </p>
          )}
        </For>
      </Show>
      <RollBuilder picked={picked()} pick={setPicked} sheet={sheet()} done={done} practice={props.practice} />
    </section>
  );
}
