import { batch, createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { Entry } from "../state/story";
import type { Reading } from "../state/record-signals";
import type { AnyRecord, Line, Retraction } from "../messages";
import { StoryLog } from "./story-log";
import { entryText } from "./entry-text";
import { isKept, NO_FILTER } from "./story-filter";
import { inWords } from "../words/render";
import { character, phrase, term, typed } from "../words/words";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
  setRetractions([]);
  vi.useRealTimers();
});

const entries = Array.from({ length: 200 }, (_, n): Entry => {
  const record = { type: "Line", id: `l${n}`, at: 1, n, kind: "told", who: "", text: typed(`line ${n}`), actor: "" };
  return { key: `${n}`, audience: "everyone", at: 1, n, record: record as unknown as AnyRecord };
});
const [told, setTold] = createSignal(entries);
const [added, setAdded] = createSignal(entries.length);
const [retractions, setRetractions] = createSignal<readonly Retraction[]>([]);
const reading = { story: told, added, get: () => undefined, all: retractions } as unknown as Reading;

function shown(mine = "", from = reading) {
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(() => <StoryLog reading={from} seatName={() => ""} mine={mine} />, root);
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

test("no more entries are drawn at first than twice the window's height", async () => {
  const height = (of: string, found: number) => Object.defineProperty(HTMLElement.prototype, of, { configurable: true, get: () => found });
  height("clientHeight", 100);
  height("scrollHeight", 2 * 100 + 401);
  try {
    setTold(entries);
    setAdded(entries.length);
    const { texts, busy } = shown();
    await vi.waitFor(() => expect(busy()).toBe("false"));
    expect(texts()).toEqual(lines(195));
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, "clientHeight");
    Reflect.deleteProperty(HTMLElement.prototype, "scrollHeight");
  }
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

test("who scrolls up is offered the way back to the newest line, with the count of new lines", async () => {
  setTold(entries.slice(0, 5));
  setAdded(5);
  shown();
  const list = document.querySelector('[role="log"]') as HTMLElement;
  const tall = { scrollHeight: 1000, clientHeight: 100 };
  for (const [name, value] of Object.entries(tall)) Object.defineProperty(list, name, { value });
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  const back = () => document.querySelector<HTMLButtonElement>('[data-testid="catch-up"]');
  const scrollTo = (top: number) => {
    list.scrollTop = top;
    list.dispatchEvent(new WheelEvent("wheel"));
    list.dispatchEvent(new Event("scroll"));
  };
  scrollTo(900);
  expect(back()).toBeNull();
  scrollTo(700);
  expect(back()?.textContent).toBe("To the newest ↓");
  batch(() => {
    setTold(entries.slice(0, 6));
    setAdded(6);
  });
  expect(back()?.textContent).toBe("1 new line ↓");
  back()?.click();
  await drawn();
  expect(list.scrollTop).toBe(1000);
  expect(back()).toBeNull();
});

const rollOf = (actor: string, on: string, group: string, n: number): Entry => {
  const record = {
    ...{ type: "Roll", id: `r${n}`, at: 1, n, who: "anna", actor, on, group, reason: typed("Strike"), parts: [], faces: [[9]], worth: [1] },
    ...{ struck: [], difficulty: 6, successes: 1, ones: 0, net: 1, result: "success", degree: "", why: phrase(""), ruled: "", seal: null },
  };
  return { key: `r${n}`, audience: "everyone", at: Date.now(), n, record: record as unknown as AnyRecord };
};
const lineOf = (n: number, changed: object): Entry => {
  const record = { type: "Line", id: `k${n}`, at: 1, n, kind: "happened", who: "", text: typed(`line ${n}`), actor: "", group: "", ...changed };
  return { key: `k${n}`, audience: "everyone", at: Date.now(), n, record: record as unknown as AnyRecord };
};
const open = () => [...document.querySelectorAll('[data-testid="card"]')].map((card) => card.getAttribute("data-open"));

test("what was taken back of an exchange does not count in its figures", () => {
  setTold([rollOf("ilse", "rook", "b1", 1), rollOf("rook", "ilse", "b1", 2), rollOf("anna", "ilse", "b2", 3)]);
  setAdded(3);
  shown();
  const figures = () => document.querySelector(".card-summary")?.textContent;
  expect(figures()).toContain("1 − 1 = 0");
  setRetractions([{ type: "Retraction", id: "everyone 9", audience: "everyone", first: 2, last: 2 }]);
  expect(figures()).not.toContain("= 0");
  setRetractions([{ type: "Retraction", id: "everyone 9", audience: "everyone", first: 1, last: 2 }]);
  expect(figures()).toContain("1 − 1 = 0");
});

test("a roll is the own one of the character's player, whoever had it rolled", () => {
  const player = { ilse: "anna", rook: "ben" } as Readonly<Record<string, string>>;
  const faces = { ...reading, get: (type: string, id: string) => (type === "Face" && player[id] ? { name: id, player: player[id] } : undefined) } as unknown as Reading;
  setTold(["ilse", "rook", "thug"].map((actor, n) => rollOf(actor, "", "", n + 1)));
  setAdded(3);
  shown("anna", faces);
  const own = [...document.querySelectorAll(".roll-row")].map((row) => row.closest(".mine") !== null || row.classList.contains("mine"));
  expect(own).toEqual([true, false, true]);
});

test("an exchange is unfolded until the next one comes; a press unfolds it again", async () => {
  setTold([rollOf("ilse", "rook", "b1", 1), lineOf(2, { group: "b1" })]);
  setAdded(2);
  shown();
  await vi.waitFor(() => expect(open()).toEqual(["true"]));
  batch(() => {
    setTold([...told(), rollOf("rook", "ilse", "b2", 3), lineOf(4, { group: "b2" })]);
    setAdded(4);
  });
  expect(open()).toEqual(["false", "true"]);
  document.querySelector<HTMLElement>('[data-testid="card-unfold"]')?.click();
  expect(open()).toEqual(["true", "true"]);
});

test("G0: the last exchange folds to a line once its turn is over and its dice were seen, unless the reader opened it", async () => {
  vi.useFakeTimers();
  const [turn, setTurn] = createSignal({ phase: "acting" });
  const sides = { who: character("ilse"), target: character("rook") };
  const wound = lineOf(3, { group: "b1", text: phrase("line-wounded", { who: sides.target, levels: 2, damage: term("bashing"), status: term("Hurt") }) });
  setTold([rollOf("ilse", "rook", "b1", 1), lineOf(2, { group: "b1", text: phrase("line-attack-hits", { how: typed("Strike"), ...sides }) }), wound, lineOf(4, { group: "b1" })]);
  setAdded(4);
  shown("", { ...reading, get: (type: string) => (type === "Turn" ? turn() : undefined) } as unknown as Reading);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(open()).toEqual(["true"]);
  setTurn({ phase: "over" });
  expect(open()).toEqual(["false"]);
  const summary = [...document.querySelectorAll(".card-summary > :not(.card-how)")].map((part) => part.textContent);
  expect(summary.slice(1)).toEqual(["2 bashing"]);
  const inSight = [...document.querySelectorAll(".card-lines > :not(.sr)")].map((line) => line.textContent);
  expect(inSight).toEqual(["line 4"]);
  batch(() => {
    setTold([...told(), rollOf("rook", "ilse", "b2", 5)]);
    setAdded(5);
  });
  expect(open()).toEqual(["false", "true"]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(open()).toEqual(["false", "true"]);
  expect(document.querySelectorAll(".story-card.taken-back")).toHaveLength(0);
  setRetractions([{ type: "Retraction", id: "everyone 9", audience: "everyone", first: 1, last: 4 }]);
  expect(document.querySelectorAll(".story-card.taken-back:not(.open)")).toHaveLength(1);
  document.querySelectorAll<HTMLElement>(".roll-row")[1]?.click();
  await vi.advanceTimersByTimeAsync(4000);
  expect(open()).toEqual(["false", "true"]);
});

test("entries are filtered by kind, by character and by words", () => {
  const reader = { reading: { get: () => undefined } as unknown as Reading, seatName: (id: string) => id, mine: "anna" };
  const whisper = { ...lineOf(3, { kind: "whispered", who: "vera", text: typed("The door creaks.") }), audience: "seats:anna" };
  const all = [rollOf("ilse", "rook", "", 1), lineOf(2, { text: phrase("line-yields", { who: character("ilse") }) }), whisper, lineOf(4, { group: "b" })];
  const kept = (filter: object) => all.filter((entry) => isKept(entry, { ...NO_FILTER, ...filter }, reader)).map(({ key }) => key);
  expect(kept({})).toEqual(["r1", "k2", "k3", "k4"]);
  expect(kept({ kind: "rolls" })).toEqual(["r1", "k4"]);
  expect(kept({ kind: "whispers" })).toEqual(["k3"]);
  expect(kept({ kind: "to-me" })).toEqual(["k3"]);
  expect(kept({ actor: "ilse" })).toEqual(["r1", "k2"]);
  expect(kept({ actor: "rook" })).toEqual(["r1"]);
  expect(kept({ text: "door VERA" })).toEqual(["k3"]);
  expect(kept({ text: "door window" })).toEqual([]);
  expect(entryText(all[0] as Entry, reader)).toContain("Strike 1 success");
});

test("entries that came while the reader was away have a mark before them", async () => {
  setTold(entries.slice(0, 5));
  setAdded(5);
  shown();
  const after = () => document.querySelector(".unread")?.nextElementSibling?.textContent;
  dispatchEvent(new Event("blur"));
  await vi.waitFor(() => expect(document.querySelectorAll(".text")).toHaveLength(5));
  expect(after()).toBeUndefined();
  batch(() => {
    setTold(entries.slice(0, 7));
    setAdded(7);
  });
  expect(after()).toBe("line 5");
  dispatchEvent(new Event("blur"));
  expect(after()).toBeUndefined();
});

test("a few new entries are read out, many are counted", async () => {
  vi.useFakeTimers();
  setTold(entries.slice(0, 5));
  setAdded(5);
  shown();
  const told = async (n: number) => {
    batch(() => {
      setTold(entries.slice(0, n));
      setAdded(n);
    });
    await vi.advanceTimersByTimeAsync(1000);
    return document.querySelector('[data-testid="spoken"]')?.textContent;
  };
  expect(await told(7)).toBe("line 5 line 6");
  expect(await told(40)).toBe("33 new entries. The last: line 39");
});
