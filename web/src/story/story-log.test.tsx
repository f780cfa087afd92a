import { batch, createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { Entry } from "../state/story";
import type { Reading } from "../state/record-signals";
import type { AnyRecord, Line, Retraction } from "../messages";
import { StoryLog } from "./story-log";
import { inWords } from "../words/render";
import { typed } from "../words/words";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
});

const entries = Array.from({ length: 200 }, (_, n): Entry => {
  const record = { type: "Line", id: `l${n}`, at: 1, n, kind: "told", who: "", text: typed(`line ${n}`), actor: "" };
  return { key: `${n}`, audience: "everyone", at: 1, n, record: record as unknown as AnyRecord };
});
const [told, setTold] = createSignal(entries);
const [added, setAdded] = createSignal(entries.length);
const [retractions, setRetractions] = createSignal<readonly Retraction[]>([]);
const reading = { story: told, added, get: () => undefined, all: retractions } as unknown as Reading;

function shown(mine = "") {
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(() => <StoryLog reading={reading} seatName={() => ""} mine={mine} />, root);
  return {
    texts: () => [...root.querySelectorAll(".text")].map((line) => line.textContent),
    busy: () => root.querySelector('[role="log"]')?.getAttribute("aria-busy"),
  };
}
const lines = (from: number) => Array.from({ length: 200 - from }, (_, n) => `line ${from + n}`);

test("the newest entries are drawn first, and earlier entries follow by themselves", async () => {
  setTold(entries);
  setAdded(entries.length);
  const { texts, busy } = shown();
  expect(texts()).toEqual(lines(195));
  expect(busy()).toBe("true");
  await vi.waitFor(() => expect(texts()).toEqual(lines(140)));
  expect(busy()).toBe("false");
});

test("entries that arrive later are drawn when they come", async () => {
  setTold(entries.slice(170));
  setAdded(30);
  const { texts, busy } = shown();
  await vi.waitFor(() => expect(texts()).toEqual(lines(170)));
  expect(busy()).toBe("false");
  setTold(entries);
  expect(busy()).toBe("true");
  await vi.waitFor(() => expect(texts()).toEqual(lines(140)));
  expect(busy()).toBe("false");
});

test("a new line is drawn at once, beside all of a short story, without a busy mark", async () => {
  setTold(entries.slice(0, 5));
  setAdded(5);
  const { texts, busy } = shown();
  await vi.waitFor(() => expect(busy()).toBe("false"));
  for (const n of [6, 11, 21, 41]) {
    batch(() => {
      setTold(entries.slice(0, n));
      setAdded(n);
    });
    expect(texts()).toEqual(entries.slice(0, n).map(({ record }) => inWords((record as Line).text)));
    expect(busy()).toBe("false");
  }
});

test("retracted actions are struck through, speech is not, and each audience has its own count (G0)", async () => {
  const kinds = ["happened", "said", "narrated", "ruled", "whispered"] as const;
  const some = [...kinds, "happened"].map((kind, n): Entry => {
    const audience = n === kinds.length ? "storyteller" : "everyone";
    const record = { type: "Line", id: `k${n}`, at: 1, n, kind, who: "", text: typed(`${kind} ${n}`), actor: "" };
    return { key: `k${n}`, audience, at: 1, n, record: record as unknown as AnyRecord };
  });
  setTold(some);
  setAdded(some.length);
  const { texts } = shown();
  await vi.waitFor(() => expect(texts()).toHaveLength(some.length));
  const struck = () => [...document.querySelectorAll(".taken-back .text")].map((line) => line.textContent);
  expect(struck()).toEqual([]);
  setRetractions([{ type: "Retraction", id: "everyone 9", audience: "everyone", first: 0, last: 8 }]);
  expect(struck()).toEqual(["happened 0", "Ruled: ruled 3"]);
  setRetractions([]);
});

test("X1: a ruling for a single player says so to her", async () => {
  const record = { type: "Line", id: "k", at: 1, n: 1, kind: "ruled", who: "", text: typed("Notice the lookout: success."), actor: "" };
  setTold([{ key: "k", audience: "seats:ANNA", at: 1, n: 1, record: record as unknown as AnyRecord }]);
  setAdded(1);
  const hers = shown("ANNA");
  await vi.waitFor(() => expect(hers.texts()).toEqual(["Storyteller, to you: Notice the lookout: success."]));
  dispose();
  const storytellers = shown("st");
  await vi.waitFor(() => expect(storytellers.texts()).toEqual(["Ruled: Notice the lookout: success."]));
});

test("a new line does not move a reader who scrolls up back to the end", async () => {
  setTold(entries.slice(0, 5));
  setAdded(5);
  shown();
  const list = document.querySelector('[role="log"]') as HTMLElement;
  const tall = { scrollHeight: 1000, clientHeight: 100 };
  for (const [name, value] of Object.entries(tall)) Object.defineProperty(list, name, { value });
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  const told = (n: number) =>
    batch(() => {
      setTold(entries.slice(0, n));
      setAdded(n);
    });
  told(6);
  await drawn();
  expect(list.scrollTop).toBe(1000);
  list.dispatchEvent(new Event("scroll"));
  told(7);
  list.dispatchEvent(new WheelEvent("wheel", { deltaY: -500 }));
  list.scrollTop = 500;
  list.dispatchEvent(new Event("scroll"));
  await drawn();
  expect(list.scrollTop).toBe(500);
});
