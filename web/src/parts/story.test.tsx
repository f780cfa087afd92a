import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { Entry } from "../core/story";
import type { Reading } from "../live";
import type { AnyRecord } from "../messages";
import { StoryLog } from "./story";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
});

const entries = Array.from({ length: 200 }, (_, n): Entry => {
  const record = { type: "Line", id: `l${n}`, at: 1, n, kind: "told", who: "", text: `line ${n}`, refs: [] };
  return { key: `${n}`, audience: "everyone", at: 1, n, record: record as unknown as AnyRecord };
});
const reading = { story: () => entries, added: () => entries.length, get: () => undefined } as unknown as Reading;

test("the newest of the story is drawn first, and what came before it without being asked for", async () => {
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(() => <StoryLog reading={reading} seatName={() => ""} mine="" />, root);
  const texts = () => [...root.querySelectorAll(".text")].map((line) => line.textContent);
  const busy = () => root.querySelector('[role="log"]')?.getAttribute("aria-busy");
  expect(texts()).toEqual(Array.from({ length: 10 }, (_, n) => `line ${190 + n}`));
  expect(busy()).toBe("true");
  await vi.waitFor(() => expect(texts()).toEqual(Array.from({ length: 120 }, (_, n) => `line ${80 + n}`)));
  expect(busy()).toBe("false");
});
