import { afterEach, expect, test, vi } from "vitest";
import { phrase } from "../words/words";
import { FakeWorld } from "../net/testing/fake-world";
import { Table } from "./table";

afterEach(() => vi.useRealTimers());

/** A table on a wire whose server side the test controls. */
function atTable() {
  const world = new FakeWorld();
  const table = new Table("a token", "scene/c/s", () => {}, world);
  table.connection.start();
  world.wire.open();
  /** Cut the connection; return the next hello. */
  const cut = () => {
    world.wire.fail();
    world.pass(2_000);
    world.wire.open();
    return world.wire.frames()[0];
  };
  const asked = () => world.wire.frames().filter((frame) => frame[0] === "look").at(-1);
  return { table, deliver: (...frames: unknown[][]) => world.wire.deliver(...frames), cut, asked };
}

const begins = [50, "everyone"];
const welcome = (resumed: boolean) => [
  "welcome", "epoch", "anna", "player", "Anna", "scene/c/s", resumed, "disk", ...(resumed ? [0, ""] : begins),
];
const view = ["view", "everyone", 50, new Uint8Array([1]), [["Line", "50.1", 50, 50, "told", "", "the newest", []]]];
const earlier = ["earlier", "everyone", [["Line", "49.1", 49, 49, "told", "", "before that", []]]];

test("a page that is cut off before the older story has come starts anew", () => {
  const { deliver, cut } = atTable();
  deliver(welcome(false), view);
  expect(cut()?.slice(3)).toEqual(["", [], true]);
});

test("a page with the older story resumes, however often the connection is cut", () => {
  const { table, deliver, cut } = atTable();
  deliver(welcome(false), view);
  deliver(earlier);
  expect(table.story().map((entry) => entry.record.id)).toEqual(["49.1", "50.1"]);
  const there = ["epoch", [["everyone", 50, new Uint8Array([1])]], true];
  expect(cut()?.slice(3)).toEqual(there);
  deliver(welcome(true));
  expect(cut()?.slice(3)).toEqual(there);
});

test("a story that cannot be loaded to its beginning is reported, after a few tries", async () => {
  const { table, deliver, cut } = atTable();
  deliver(welcome(false), view);
  vi.useFakeTimers();
  const refused = table.loadWholeStory();
  for (const n of [1, 2, 3]) {
    deliver(["looked", n, 0, 50, 0, phrase("not-now")]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(await refused).toBe(false);
  cut();
  const alone = table.loadWholeStory();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await alone).toBe(false);
});

test("a request for older story that was too fast is sent again", async () => {
  const { table, deliver } = atTable();
  deliver(welcome(false), view);
  vi.useFakeTimers();
  const all = table.loadWholeStory();
  deliver(["looked", 1, 0, 50, 0, phrase("too-fast")]);
  await vi.advanceTimersByTimeAsync(1000);
  deliver(["looked", 2, 0, 50, 0, phrase(""), 0, ""], ["view", "everyone", 49, new Uint8Array(), [["Line", "1.1", 1, 1, "told", "", "the first", []]]]);
  expect(await all).toBe(true);
  expect(table.story().map((entry) => entry.record.id)).toEqual(["1.1", "50.1"]);
});

test("a story of many pages is loaded to its beginning, even if some requests are too fast", async () => {
  const { table, deliver } = atTable();
  deliver(welcome(false), view);
  vi.useFakeTimers();
  const all = table.loadWholeStory();
  let look = 0;
  for (let n = 49; n > 0; n--) {
    if (n % 2) {
      deliver(["looked", ++look, 0, 50, 0, phrase("too-fast"), 0, ""]);
      await vi.advanceTimersByTimeAsync(1000);
    }
    const before = n > 1 ? [n, "everyone"] : [0, ""];
    const told = ["view", "everyone", n, new Uint8Array(), [["Line", `${n}.1`, n, n, "told", "", "", []]]];
    deliver(["looked", ++look, 0, 50, 0, phrase(""), ...before], told);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(await all).toBe(true);
  expect(table.story()).toHaveLength(50);
});

test("older story is requested from the start that the server named, in every audience", async () => {
  const { table, deliver, asked } = atTable();
  const line = (id: string, n: number) => ["Line", id, n, n, "told", "", "", []];
  const none = new Uint8Array();
  deliver(welcome(false), view);
  deliver(["earlier", "everyone", []]);
  // An old roll is overridden and arrives by itself: the entries between are still requested.
  deliver(["part", "everyone", 51, none, 51, [line("7.1", 7)], []]);
  const first = table.loadOlder();
  expect(asked()).toEqual(["look", 1, -1, 50, "", null, "everyone"]);
  deliver(
    ["looked", 1, 0, 60, 0, phrase(""), 3, "seats:anna"],
    ["view", "everyone", 49, none, [line("48.1", 48)]],
    ["view", "seats:anna", 5, none, [line("3.1", 40), line("5.1", 45)]],
  );
  expect(await first).toBe(true);
  const second = table.loadOlder();
  expect(asked()).toEqual(["look", 2, -1, 3, "", null, "seats:anna"]);
  deliver(["looked", 2, 0, 60, 0, phrase(""), 0, ""], ["view", "everyone", 9, none, [line("7.1", 7), line("9.1", 9)]]);
  expect(await second).toBe(false);
  expect(table.story().map((entry) => entry.record.id)).toEqual(["7.1", "9.1", "3.1", "5.1", "48.1", "50.1"]);
  expect(await table.loadOlder()).toBe(false);
  expect(asked()?.[1]).toBe(2);
});

/** Frames of options as the server sends them: it numbers all parts. */
class NumberedOptions {
  private last = 0;
  private readonly numbers = new Map<string, number>();
  private texts: [number, string][] = [];

  text(text: string): number {
    if (text === "") return 0;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, ++this.last);
    this.texts.push([this.last, text]);
    return this.last;
  }
  next = () => ++this.last;
  choice = (value: string, label: string) => [this.next(), this.text(value), this.text(label), 0];
  input = (name: string, ...choices: number[]) => [this.next(), this.text(name), this.text(name), "choice", choices, 0, 0, 0, false];
  option = (command: string, label: string, ...inputs: number[]) =>
    [this.next(), this.text(command), 0, this.text(label), 0, this.text("act"), false, inputs, [], false];
  frame(whole: boolean, parts: { choices?: unknown[]; inputs?: unknown[]; options?: unknown[] }, ...offers: [string, number, number, number[]][]) {
    const changes = offers.map(([command, ...rest]) => [this.text(command), ...rest]);
    const texts = this.texts;
    this.texts = [];
    return ["options", whole, texts, parts.choices ?? [], parts.inputs ?? [], parts.options ?? [], changes];
  }
}

const numbers = (parts: readonly unknown[][]): number[] => parts.map((part) => part[0] as number);

test("changed options replace others of their command, and all other options stay the same objects", () => {
  const { table, deliver } = atTable();
  const told = new NumberedOptions();
  const open = () => table.options().map((o) => o.label);
  const choice = told.choice("a", "Anna");
  const input = told.input("on", ...numbers([choice]));
  const roll = told.option("Roll", "roll", ...numbers([input]));
  const say = ["say", "aside", "shout"].map((label) => told.option("Say", label));
  const first = told.frame(true, { choices: [choice], inputs: [input], options: [roll, ...say] }, ["Roll", 0, 0, numbers([roll])], ["Say", 0, 0, numbers(say)]);
  deliver(welcome(false), view, first);
  expect(open()).toEqual(["roll", "say", "aside", "shout"]);
  const before = table.options();
  expect(before[0]?.inputs.map((i) => i.choices)).toEqual([[{ value: "a", label: "Anna", hint: "" }]]);
  const [hum, aim] = [told.option("Say", "hum"), told.option("Aim", "aim")];
  deliver(told.frame(false, { options: [hum, aim] }, ["Aim", 0, 0, numbers([aim])], ["Say", 1, 1, numbers([hum])]));
  expect(open()).toEqual(["aim", "roll", "say", "hum", "shout"]);
  expect(table.options()[1]).toBe(before[0]);
  expect(table.options()[2]).toBe(before[1]);
  expect(table.options()[4]).toBe(before[3]);
  // An option that was closed is open again under its old number.
  deliver(told.frame(false, {}, ["Aim", 0, 1, []], ["Say", 1, 2, numbers(say.slice(1, 2))]));
  expect(open()).toEqual(["roll", "say", "aside"]);
  expect(table.options()[2]).toBe(before[2]);
  expect(() => deliver(told.frame(false, {}, ["Say", 0, 0, [999]]))).toThrow("999");
  deliver(["options", true, [], [], [], [], []]);
  expect(open()).toEqual([]);
});

test("control characters in labels are shown as marks, and values that are sent back stay as they are", () => {
  const { table, deliver } = atTable();
  const told = new NumberedOptions();
  const rude = "Anna\u202e\nBen";
  const choice = told.choice(rude, rude);
  const input = told.input("who", ...numbers([choice]));
  const option = told.option("Say", rude, ...numbers([input]));
  deliver(welcome(false), view, told.frame(true, { choices: [choice], inputs: [input], options: [option] }, ["Say", 0, 0, numbers([option])]));
  expect(table.options()[0]).toMatchObject({
    label: "Anna\ufffd Ben",
    inputs: [{ choices: [{ value: rude, label: "Anna\ufffd Ben" }] }],
  });
});

test("the layout of options stays when a page resumes, for only a whole view brings it", () => {
  const { table, deliver, cut } = atTable();
  const layout = [[["act", phrase("group-act"), "list"]], [["WorkOnTask", "", "pool", 1]]];
  deliver([...welcome(false), ...layout], view);
  deliver(earlier);
  cut();
  deliver([...welcome(true), [], []]);
  expect(table.groups()).toEqual([{ id: "act", title: phrase("group-act"), drawn: "list" }]);
  expect(table.layout("WorkOnTask")?.preview).toBe("pool");
});

test("words inside of words come under their numbers, and are put back", () => {
  const { table, deliver } = atTable();
  const texts = [[1, "Say"], [2, [0, "some-dice", [["n", 3]], ""]], [3, [0, "hint-both", [["one", [2, 2]], ["other", "x"]], "C1"]]];
  deliver(welcome(false), view, ["options", true, texts, [], [], [[4, 1, 0, 3, 2, 0, false, [], [], false]], [[1, 0, 0, [4]]]]);
  expect(table.options()[0]?.label).toEqual([0, "hint-both", [["one", [0, "some-dice", [["n", 3]], ""]], ["other", "x"]], "C1"]);
});
