/** The fields of a sheet, for a new or an existing character. */

import { createMemo, createSignal, For, Show } from "solid-js";
import { byGroup, powerName } from "../forms/sheet-groups";
import { NEW_ITEM, itemColumns, itemSummary } from "../forms/rule-tables";
import { dotsOf, flagsOf, withPoints, withRating, storeOf, storesOf, type SheetEdits } from "../forms/sheet-draft";
import type { Rulebook, Sheet } from "../messages";
import { useTable } from "../state/table";
import { t, termText } from "../words/render";
import { term } from "../words/words";
import { DotsInput } from "../ui/dots-input";
import { SendButton } from "../ui/send-button";
import { Stepper } from "../ui/stepper";
import { PillChoices, TableEditor } from "../ui/table-editor";

interface Props {
  readonly sheet: Sheet;
  readonly book: Rulebook;
  readonly edits: SheetEdits;
  readonly set: (edits: SheetEdits) => void;
  /** True if points are edited apart from the rating; a new character has all its points. */
  readonly points: boolean;
  /** True if a full store stays full when its rating rises. In an open scene only the Storyteller gives points back. */
  readonly refills: boolean;
}

const ITEMS_MOST = 30;

export function SheetFields(props: Props) {
  const table = useTable();
  const groups = createMemo(() => byGroup(props.book.traits, props.sheet));
  const stores = createMemo(() => storesOf(props.sheet, props.book));
  const flags = createMemo(() => flagsOf(props.sheet, props.book));
  const items = () => props.edits.items ?? props.sheet.items.map((item) => ({ ...item }));
  const [listed, setListed] = createSignal("");
  const addListed = () => {
    const found = props.book.weapons.find((item) => item.name === listed());
    if (found !== undefined) props.set({ ...props.edits, items: [...items(), { ...found }] });
  };
  return (
    <>
      <div class="groups">
        <For each={groups()}>
          {(group) => (
            <section class="group">
              <h3>{termText(group.name)}</h3>
              <For each={group.traits}>
                {([trait]) => (
                  <div class="trait row">
                    <span>{termText(trait)}</span>
                    <DotsInput
                      label={termText(trait)}
                      trait={trait}
                      dots={dotsOf(props.edits, props.sheet, trait)}
                      most={group.most}
                      set={(n) => props.set({ ...props.edits, dots: new Map(props.edits.dots).set(trait, n) })}
                    />
                  </div>
                )}
              </For>
            </section>
          )}
        </For>
        <Show when={stores().length > 0}>
          <section class="group">
            <h3>{t("page-stores-of-points")}</h3>
            <For each={stores()}>
              {(store) => {
                const pool = () => storeOf(props.edits, props.sheet, store);
                return (
                  <Show
                    when={props.points}
                    fallback={
                      <div class="trait row">
                        <span>{termText(store)}</span>
                        <DotsInput label={t("page-store-points", { store: term(store) })} trait={`${store}, points`} dots={pool()[0]} most={10} set={(n) => props.set(withRating(props.edits, props.sheet, store, n, props.refills))} />
                      </div>
                    }
                  >
                    <div class="store-row">
                      <span>{termText(store)}</span>
                      <Stepper name={`points-${store}`} label={t("page-points-of-store", { store: term(store) })} value={pool()[1]} set={(n) => props.set(withPoints(props.edits, props.sheet, store, n))} />
                      <span aria-hidden="true">{t("page-store-of")}</span>
                      <Stepper name={`rating-${store}`} label={t("page-rating-of-store", { store: term(store) })} value={pool()[0]} set={(n) => props.set(withRating(props.edits, props.sheet, store, n, props.refills))} />
                    </div>
                  </Show>
                );
              }}
            </For>
          </section>
        </Show>
      </div>
      <Show when={props.points}>
        <label class="field">
          <span>{t("page-ask-specialties")}</span>
          <input
            type="text"
            data-most="1200"
            name="specialties"
            value={props.edits.specialties ?? props.sheet.specialties.join(", ")}
            onInput={(e) => props.set({ ...props.edits, specialties: e.currentTarget.value })}
          />
        </label>
      </Show>
      <Show when={flags().length > 0}>
        <PillChoices legend={t("page-powers")} all={flags().map((flag) => [flag, powerName(table, flag)] as const)} chosen={props.edits.flags ?? props.sheet.flags} set={(to) => props.set({ ...props.edits, flags: to })} />
      </Show>
      <section class="carried">
        <h3>{t("page-carries")}</h3>
        <TableEditor
          columns={itemColumns(props.book)}
          rows={items()}
          set={(to) => props.set({ ...props.edits, items: to })}
          rowNoun={t("page-noun-thing")}
          ordered={false}
          most={ITEMS_MOST}
          newRow={{ ...NEW_ITEM }}
          inShort={itemSummary}
        />
        <Show when={props.book.weapons.length > 0 && items().length < ITEMS_MOST}>
          <div class="from-list">
            <label class="field">
              <span>{t("page-from-the-list")}</span>
              <select name="from-list" onChange={(e) => setListed(e.currentTarget.value)}>
                <option value="">—</option>
                <For each={props.book.weapons}>{(item) => <option value={item.name} selected={listed() === item.name}>{itemSummary({ ...item })}</option>}</For>
              </select>
            </label>
            <SendButton lacks={listed() ? "" : t("page-fill-in", { field: t("page-from-the-list") })} onClick={addListed} onHover testid="add-listed">
              {t("page-do-add-listed")}
            </SendButton>
          </div>
        </Show>
      </section>
    </>
  );
}
