/** A sheet on paper, black on white: it is put beside the page, printed, and taken away. */

import "./printed-sheet.css";
import { createMemo, createSignal, For, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { KINDS } from "../forms/book-draft";
import { DrawnPicture } from "../handouts/picture";
import { byGroup, itemDetails, powerName } from "../forms/sheet-groups";
import type { Reading } from "../state/record-signals";
import { levelsOf } from "./health";
import { useTable } from "../state/table";
import { kindName } from "../text/kinds";
import { t, termText } from "../words/render";

interface Props {
  readonly reading: Reading;
  readonly id: string;
  /** Called after the print dialog. */
  readonly done: () => void;
}

const marks = (full: number, most: number, [on, off]: readonly [string, string]) => on.repeat(Math.min(full, most)) + off.repeat(Math.max(most - full, 0));
const dots = (n: number, most: number) => marks(n, Math.max(n, most), ["●", "○"]);

export function PrintedSheet(props: Props) {
  const table = useTable();
  const face = () => props.reading.get("Face", props.id);
  const sheet = () => props.reading.get("Sheet", props.id);
  const book = () => props.reading.get("Rulebook", "rulebook");
  const profile = () => props.reading.get("Profile", props.id);
  const health = () => props.reading.get("Health", props.id);
  const groups = createMemo(() => byGroup(book()?.traits ?? [], sheet() ?? { traits: [] }));
  const player = () => table.seatName(face()?.player ?? "");
  const wounds = () => {
    const { bashing = 0, lethal = 0, aggravated = 0 } = health() ?? {};
    return "✱".repeat(aggravated) + "✕".repeat(lethal) + "/".repeat(bashing);
  };
  const [portrait, setPortrait] = createSignal<ImageBitmap>();
  onMount(() => {
    addEventListener("afterprint", props.done);
    let frame = 0;
    let gone = false;
    const printNow = () => {
      if (!gone) frame = requestAnimationFrame(() => print()); // after the layout
    };
    const picture = props.reading.get("Portrait", props.id)?.picture;
    if (picture) void table.loadPicture(picture).then(setPortrait).then(printNow);
    else printNow();
    onCleanup(() => {
      gone = true;
      cancelAnimationFrame(frame);
      removeEventListener("afterprint", props.done);
    });
  });
  return (
    <Portal>
      <article class="printed-sheet" data-testid="printed-sheet" aria-hidden="true">
        <header>
          <Show when={portrait()}>{(bitmap) => <DrawnPicture bitmap={bitmap()} label="" />}</Show>
          <h1>{face()?.name}</h1>
          <p>
            {[termText(face()?.concept ?? ""), kindName(face()?.kind ?? ""), player() && t("page-played-by", { who: player() }), props.reading.get("Setting", "setting")?.name].filter(Boolean).join(" · ")}
          </p>
        </header>
        <div class="printed-traits">
          <For each={groups()}>
            {(group) => (
              <section>
                <h2>{termText(group.name)}</h2>
                <For each={group.traits}>{([trait, n]) => <Line name={termText(trait)}>{dots(n, group.most)}</Line>}</For>
              </section>
            )}
          </For>
          <Show when={sheet()?.pools.length}>
            <section>
              <h2>{t("page-stores-of-points")}</h2>
              <For each={sheet()?.pools}>{([name, rating, points]) => <Line name={termText(name)}>{marks(points, rating, ["■", "□"])}</Line>}</For>
            </section>
          </Show>
          <section>
            <h2>{t("page-health")}</h2>
            <For each={levelsOf(props.reading, props.id)}>{(level, n) => <Line name={termText(level.label)}>{[...wounds()][n()] ?? "□"}</Line>}</For>
          </section>
          <For each={KINDS}>
            {(kind) => (
              <Show when={profile()?.merits.some((one) => one.kind === kind)}>
                <section>
                  <h2>{t(`page-merits-${kind}`)}</h2>
                  <For each={profile()?.merits.filter((one) => one.kind === kind)}>
                    {(one) => (
                      <>
                        <Line name={termText(one.name)}>{dots(one.dots, 0)}</Line>
                        <Show when={one.text}>
                          <small>{one.text}</small>
                        </Show>
                      </>
                    )}
                  </For>
                </section>
              </Show>
            )}
          </For>
        </div>
        <div class="printed-lists">
          <List name={t("page-specialties")} all={sheet()?.specialties.map(termText)} />
          <List name={t("page-powers")} all={sheet()?.flags.map((flag) => powerName(props.reading, flag))} />
          <List name={t("page-carries")} all={sheet()?.items.map((item) => [termText(item.name), itemDetails(item)].filter(Boolean).join(": "))} separator="; " />
          <List name={t("page-experience")} all={[t("page-experience-left", { n: props.reading.get("ExperienceLedger", props.id)?.balance ?? 0 })]} />
        </div>
        <Show when={profile()?.biography}>
          {(text) => (
            <section class="printed-biography">
              <h2>{t("page-biography")}</h2>
              <p>{text()}</p>
            </section>
          )}
        </Show>
      </article>
    </Portal>
  );
}

function Line(props: { name: string; children: JSX.Element }) {
  return (
    <p class="printed-line">
      <span>{props.name}</span>
      <span class="printed-marks">{props.children}</span>
    </p>
  );
}

function List(props: { name: string; all: readonly string[] | undefined; separator?: string }) {
  return (
    <Show when={props.all?.length}>
      <p>
        <b>{props.name}:</b> {props.all?.join(props.separator ?? ", ")}
      </p>
    </Show>
  );
}
