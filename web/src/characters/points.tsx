/** Stores of points on a sheet: the points left, minus and plus buttons, and further options folded away (D16). */

import { For, Show } from "solid-js";
import type { Reading } from "../state/record-signals";
import { t, termText } from "../words/render";
import { term } from "../words/words";
import { useTable } from "../state/table";
import { OptionList } from "../actions/options";

interface Props {
  readonly reading: Reading;
  readonly id: string;
  /** True if points can be spent here, as far as the server offers it. */
  readonly live: boolean;
}

export function PointStores(props: Props) {
  const table = useTable();
  const sheet = () => props.reading.get("Sheet", props.id);
  const options = () => (props.live ? table.options().filter((o) => o.actor === props.id && o.group === "points") : []);
  /** True if the server offers this command for the store. */
  const isOffered = (command: string, store: string) =>
    options().some((o) => o.command === command && o.inputs.some((i) => i.name === "store" && i.choices.some((c) => c.value === store)));
  const set = (store: string, points: number) => void table.submit("SetPoints", { actor: props.id, store, points });
  const takeOne = (store: string, points: number) =>
    isOffered("SpendPoints", store) ? void table.submit("SpendPoints", { actor: props.id, store, points: 1, on: "" }) : set(store, points - 1);
  /** The reason, as far as this seat knows it, for which no point can be taken away; "" if a point can be taken. */
  const whyNotLess = (store: string, points: number) => {
    if (points === 0) return t("page-points-none-left", { store: term(store) });
    if (isOffered(spends() ? "SpendPoints" : "SetPoints", store)) return "";
    const used = props.reading.get("PointsUsed", `${props.id} ${store}`);
    const spent = used?.turn === props.reading.get("Turn", "turn")?.began ? (used?.points ?? 0) : 0;
    return spent > 0 ? t("page-points-turn-limit", { store: term(store), n: spent }) : t("page-points-not-now", { store: term(store) });
  };
  /** True if points can be spent: then the minus button spends a point instead of correcting the number. */
  const spends = () => options().some((o) => o.command === "SpendPoints");
  return (
    <Show when={(sheet()?.pools.length ?? 0) > 0}>
      <div class="point-stores">
        <dl class="stores" data-testid="stores">
          <For each={sheet()?.pools.map(([name]) => name)}>
            {(name) => {
              const pool = () => sheet()?.pools.find(([n]) => n === name) ?? [name, 0, 0];
              return (
                <div data-store={name}>
                  <dt>{termText(name)}</dt>
                  <dd>
                    <Show when={options().length > 0}>
                      <button
                        type="button"
                        class="plain"
                        disabled={whyNotLess(name, pool()[2]) !== ""}
                        aria-label={t(spends() ? "page-points-spend-named" : "page-points-less-named", { store: term(name) })}
                        title={whyNotLess(name, pool()[2]) || t(spends() ? "page-points-spend" : "page-points-less")}
                        onClick={() => takeOne(name, pool()[2])}
                        data-testid="point-less"
                      >
                        −
                      </button>
                    </Show>
                    <span title={t("page-points-of", { points: pool()[2], rating: pool()[1] })}>
                      <b>{pool()[2]}</b> / {pool()[1]}
                    </span>
                    <Show when={isOffered("SetPoints", name)}>
                      <button
                        type="button"
                        class="plain"
                        disabled={pool()[2] >= pool()[1]}
                        aria-label={t("page-points-more-named", { store: term(name) })}
                        title={t("page-points-more")}
                        onClick={() => set(name, pool()[2] + 1)}
                        data-testid="point-more"
                      >
                        +
                      </button>
                    </Show>
                  </dd>
                </div>
              );
            }}
          </For>
        </dl>
        <Show when={options().length > 0}>
          <details class="more points">
            <summary>{t("page-do-spend-several")}</summary>
            <OptionList options={options()} />
          </details>
        </Show>
      </div>
    </Show>
  );
}
