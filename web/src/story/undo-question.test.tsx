import { afterEach, expect, test, vi } from "vitest";
import type { Entry } from "../state/story";
import type { Reading } from "../state/record-signals";
import type { AnyRecord } from "../messages";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { typed } from "../words/words";
import { UndoQuestion } from "./undo-question";

afterEach(() => {
  document.body.replaceChildren();
});

const entry = (n: number): Entry => {
  const record = { type: "Line", id: `${n}`, at: n, n, kind: "happened", who: "", text: typed(`line ${n}`), actor: "", group: "" };
  return { key: `${n}`, audience: "everyone", at: n, n, record: record as unknown as AnyRecord };
};
const story = [entry(1), entry(2), entry(3)];
const reading = { story: () => story, get: () => undefined, all: () => [] } as unknown as Reading;

/** Draw the question for the second of three entries; the server knows this moment before it. */
function drawn(moment: number | undefined) {
  const sent: unknown[] = [];
  let done = false;
  const table = {
    ...{ live: { moments: () => 9 }, seatName: () => "", momentBefore: async () => moment },
    submit: async (name: string, fields: unknown) => (sent.push([name, fields]), { ok: true }),
  } as unknown as Table;
  const root = mounted(table, () => <UndoQuestion entry={story[1] as Entry} reading={reading} done={() => (done = true)} />);
  return { root, sent, done: () => done, press: (id: string) => root.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.click() };
}

test("G0: the question names the entry and counts what follows; its answer goes back to the moment before it", async () => {
  const { root, sent, done, press } = drawn(4);
  expect(root.textContent).toContain("Undo “line 2” and all after it (2 entries)?");
  await vi.waitFor(() => expect(root.querySelector('[data-testid="undo-do"]')?.getAttribute("aria-disabled")).toBe("false"));
  press("undo-do");
  await vi.waitFor(() => expect(done()).toBe(true));
  expect(sent).toEqual([["TakeBack", { at: 4, seen: 9 }]]);
});

test("without an answer of the server nothing is undone, and the question says so", async () => {
  const { root, sent, press } = drawn(undefined);
  await vi.waitFor(() => expect(root.querySelector('[role="alert"]')).not.toBeNull());
  press("undo-do");
  expect(sent).toEqual([]);
});

test("keeping everything closes the question", () => {
  const { sent, done, press } = drawn(4);
  press("undo-keep");
  expect([done(), sent]).toEqual([true, []]);
});
