import { render } from "solid-js/web";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeWorld } from "../net/testing/fake-world";
import type { Reading } from "../state/record-signals";
import { Table, TableContext } from "../state/table";
import { phrase } from "../words/words";
import { LookBack } from "./lookback";

/** Moments of the scene. */
const MOST = 9;
const none = new Uint8Array();

beforeEach(() => void vi.useFakeTimers());
let dispose = () => {};
afterEach(() => {
  dispose();
  vi.runAllTimers();
  vi.useRealTimers();
});

/** A player looks back on a scene of nine moments, in a page whose server side the test controls. */
async function lookingBack() {
  const world = new FakeWorld();
  const table = new Table("a token", "scene/c/s", () => {}, world);
  const greet = () => {
    world.wire.open();
    const begins = [MOST, "everyone"];
    const view = ["view", "everyone", MOST, none, []];
    world.wire.deliver(["welcome", "epoch", "anna", "player", "Anna", "scene/c/s", false, "disk", ...begins], view);
  };
  table.connection.start();
  greet();
  const root = document.body.appendChild(document.createElement("div"));
  let past: Reading | undefined;
  const end = render(
    () => (
      <TableContext.Provider value={table}>
        <LookBack show={(reading) => (past = reading)} done={() => {}} chronicle={undefined} forked={() => {}} />
      </TableContext.Provider>
    ),
    root,
  );
  dispose = () => {
    end();
    root.remove();
  };
  const slider = root.querySelector<HTMLInputElement>("[data-testid=lookback-slider]");
  if (slider === null) throw new Error("no slider");
  const looks = () => world.wire.frames().filter((frame) => frame[0] === "look");
  return {
    table,
    world,
    greet,
    slider,
    /** The moments (and -1 for earlier lines of the story) that were asked for, in their order. */
    asked: () => looks().map((look) => look[2]),
    move: async (moment: number, pause = 1000) => {
      slider.value = String(moment);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await vi.advanceTimersByTimeAsync(pause);
    },
    /** Answer the newest request: with the moment as its only line, or with this refusal. */
    answer: async (refused = phrase("")) => {
      const [, id, at] = looks().at(-1) ?? [];
      const line = ["Line", `${at}.1`, 1, 1, "told", "", `moment ${at}`, []];
      world.wire.deliver(["looked", id, Number(at), MOST, 1, refused, 0, ""], ["view", "everyone", MOST, none, [line]]);
      await vi.advanceTimersByTimeAsync(0);
    },
    shown: () => past?.story().map((entry) => (entry.record.type === "Line" ? entry.record.text : "")),
  };
}

test("the slider is followed to its last place: what is passed meanwhile is one request", async () => {
  const { slider, asked, move, answer, shown } = await lookingBack();
  await move(3);
  await move(5);
  await move(2);
  expect(asked()).toEqual([9]);
  await answer();
  expect(asked()).toEqual([9, 2]);
  expect(shown()).toBeUndefined();
  await answer();
  expect(shown()).toEqual(["moment 2"]);
  expect(slider.valueAsNumber).toBe(2);
  expect(asked()).toEqual([9, 2]);
});

test("an answer that comes while the slider moves does not move it back", async () => {
  const { slider, asked, move, answer, shown } = await lookingBack();
  await move(4, 10);
  await answer();
  expect(slider.valueAsNumber).toBe(4);
  await vi.advanceTimersByTimeAsync(1000);
  await answer();
  expect(asked()).toEqual([9, 4]);
  expect(shown()).toEqual(["moment 4"]);
});

test("earlier lines that are loaded meanwhile take nothing from the slider, nor it from them", async () => {
  const { table, asked, move, answer, shown } = await lookingBack();
  await answer();
  const older = table.loadOlder();
  await move(6);
  const whole = table.momentBefore("everyone", 3);
  expect(asked()).toEqual([9, -1]);
  await answer();
  expect(await older).toBe(false);
  await answer();
  expect(shown()).toEqual(["moment 6"]);
  await answer();
  expect(await whole).toBe(-1);
  expect(asked()).toEqual([9, -1, 6, -1]);
});

test("a moment that was refused because of too many requests is requested again", async () => {
  const { asked, move, answer, shown } = await lookingBack();
  await answer();
  await move(1);
  await answer(phrase("too-fast"));
  expect(shown()).toEqual(["moment 9"]);
  await vi.advanceTimersByTimeAsync(1000);
  await answer();
  expect(asked()).toEqual([9, 1, 1]);
  expect(shown()).toEqual(["moment 1"]);
});

test("a moment whose answer was lost with the connection is requested again after it", async () => {
  const { world, greet, asked, move, answer, shown } = await lookingBack();
  await answer();
  await move(7);
  world.wire.fail();
  await vi.advanceTimersByTimeAsync(0);
  world.pass(2_000);
  greet();
  expect(asked()).toEqual([7]);
  await answer();
  expect(shown()).toEqual(["moment 7"]);
});

test("after the end of looking back nothing more is requested or shown", async () => {
  const { asked, move, answer, shown } = await lookingBack();
  await move(3);
  await move(5, 10);
  dispose();
  await answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([9]);
  expect(shown()).toBeUndefined();
});
