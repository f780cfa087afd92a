import { createRoot, createSignal } from "solid-js";
import { beforeEach, expect, test, vi } from "vitest";
import { device } from "../browser/storage";
import type { Retraction, Roll } from "../messages";
import type { Entry } from "../state/story";
import type { Table } from "../state/table";
import * as attention from "../ui/attention";
import { answeredCalls, unseenAnswers } from "./answered-calls";

const entry = (id: string, at: number, more: Partial<Roll> = {}): Entry => {
  const record = { type: "Roll", id, at, n: at, actor: "rook", shown: "", called: true, ...more } as Roll;
  return { key: id, audience: "everyone", at, n: at, record };
};
const ids = (rolls: readonly Roll[]) => rolls.map(({ id }) => id);

beforeEach(() => device.removeAll("coterie.answers-seen."));

test("unseen are the answers after the mark that were not taken back, and no other rolls", () => {
  const story = [entry("old", 1), entry("first", 2), entry("free", 3, { called: false }), entry("second", 4), entry("undone", 5)];
  const undone: Retraction = { type: "Retraction", id: "r", audience: "everyone", first: 5, last: 5 };
  expect(ids(unseenAnswers(story, [undone], { until: 1, rolls: [] }))).toEqual(["first", "second"]);
  expect(ids(unseenAnswers(story, [undone], { until: 1, rolls: ["first"] }))).toEqual(["second"]);
  expect(ids(unseenAnswers(story, [undone], { until: 4, rolls: [] }))).toEqual([]);
});

test("a roll with hidden dice is listed once, as the Storyteller's own copy", () => {
  expect(ids(unseenAnswers([entry("own", 2, { shown: "copy" }), entry("copy", 2)], [], { until: 1, rolls: [] }))).toEqual(["own"]);
});

/** The inbox of a page at this story, from its loading until `leave`. */
function loaded(story: () => readonly Entry[], stream = "scene/c/1") {
  const get = (type: string) => (type === "Setting" ? { stream, name: "The Pier" } : { name: "Rook" });
  const table = { get, all: () => [], story } as unknown as Table;
  return createRoot((leave) => ({ ...answeredCalls(table), leave }));
}

test("answers that the Storyteller has not seen outlast a reload, and those she has seen do not", () => {
  const [story, setStory] = createSignal<readonly Entry[]>([entry("before", 1)]);
  const first = loaded(story);
  expect(ids(first.all())).toEqual([]);
  setStory([...story(), entry("a", 2), entry("b", 3), entry("c", 4)]);
  first.drop("b");
  expect(ids(first.all())).toEqual(["a", "c"]);
  first.leave();
  const second = loaded(story);
  expect(ids(second.all())).toEqual(["a", "c"]);
  second.drop("c");
  second.drop("a");
  expect(ids(second.all())).toEqual([]);
  second.leave();
  setStory([...story(), entry("d", 5)]);
  const third = loaded(story);
  expect(ids(third.all())).toEqual(["d"]);
  third.leave();
  const elsewhere = loaded(story, "scene/c/2");
  expect(ids(elsewhere.all())).toEqual([]);
  elsewhere.leave();
});

test("the Storyteller is alerted for a new answer, and not for old ones after a reload", () => {
  const alerted: string[] = [];
  vi.spyOn(attention, "alertReader").mockImplementation((_, text) => void alerted.push(text));
  const [story, setStory] = createSignal<readonly Entry[]>([]);
  const page = loaded(story);
  setStory([entry("a", 2)]);
  expect(alerted).toHaveLength(1);
  expect(alerted[0]).toContain("Rook");
  page.drop("a");
  setStory([...story(), entry("b", 3)]);
  page.leave();
  loaded(story).leave();
  expect(alerted).toHaveLength(2);
  vi.restoreAllMocks();
});
