import { Show } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { AnyRecord, Option } from "../messages";
import type { Reading } from "../state/record-signals";
import { type Table, TableContext } from "../state/table";
import { phrase } from "../words/words";
import { CharacterBook } from "./character-book";
import { PrintedSheet } from "./printed-sheet";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  loadPicture = async () => undefined;
});

const NO_WORDS = phrase("");
const entry = (n: number, points: number, what: string, struck = "") =>
  ({ n, at: 0, points, who: points > 0 ? "vera" : "anna", what: what ? phrase("typed", { text: what }) : NO_WORDS, raised: "", dots: 0, struck });
const RECORDS = [
  { type: "Face", id: "a", name: "Ilse", concept: "a nurse", player: "anna", kind: "mortal" },
  { type: "Face", id: "b", name: "Brandt", concept: "", player: "", kind: "mortal" },
  { type: "Note", id: "b anna", actor: "b", writer: "anna", text: "He lied." },
  { type: "Sheet", id: "a", traits: [["Strength", 2]], specialties: [], pools: [["Willpower", 6, 4]], items: [], flags: [] },
  { type: "Rulebook", id: "rulebook", traits: [{ name: "Physical", traits: ["Strength", "Stamina"], most: 5, kind: "attribute" }, { name: "Disciplines", traits: ["Celerity"], most: 5, kind: "other" }], health: [{ label: "Hurt" }, { label: "Crippled" }], powers: [], dots: [] },
  { type: "Portrait", id: "a", picture: "p1" },
  { type: "Health", id: "a", bashing: 0, lethal: 1, aggravated: 0 },
  { type: "Profile", id: "a", biography: "Born at sea.", merits: [{ name: "Allies", dots: 2, kind: "background", text: "the police" }] },
  { type: "Note", id: "a", actor: "a", writer: "", text: "Her brother is alive." },
  { type: "Note", id: "a anna", actor: "a", writer: "anna", text: "I owe Ben a favour." },
  { type: "ExperienceLedger", id: "a", entries: [entry(1, 5, "the harbour"), entry(2, -2, "a boat"), entry(3, -1, "a hat", "anna")], balance: 3 },
] as unknown as AnyRecord[];

interface Sent {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Gives the pictures that the table loads. */
let loadPicture = async (_picture: string): Promise<ImageBitmap | undefined> => undefined;

/** Draw the book for a seat, and the printed sheet if `printed` is given. Return what it sends. */
let tables = 0;

function drawn(seat: string, commands: readonly (readonly [command: string, choices: readonly string[]])[], printed?: () => void, stream = `scene/${++tables}/s`, isAccepted = (_: Sent) => true): Sent[] {
  const sent: Sent[] = [];
  const send = async (name: string, fields: Sent["fields"]) => {
    sent.push({ name, fields });
    return isAccepted({ name, fields }) ? { ok: true } : { ok: false, sentence: phrase("typed", { text: "No." }) };
  };
  const reading = {
    get: (type: string, id: string) => RECORDS.find((one) => one.type === type && one.id === id),
    all: (type: string) => RECORDS.filter((one) => one.type === type),
  } as unknown as Reading;
  const options = commands.map(([command, values]) => ({ command, actor: "a", inputs: [{ choices: values.map((value) => ({ value })) }] }));
  const table = {
    ...reading,
    stream,
    isStoryteller: () => seat === "vera",
    seat: () => seat,
    seatName: (id: string) => ({ vera: "Vera", anna: "Anna" })[id] ?? "",
    refusal: () => "",
    options: () => options as unknown as Option[],
    send,
    sendQuietly: send,
    loadPicture,
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(
    () => (
      <TableContext.Provider value={table}>
        <CharacterBook reading={reading} live={true} id="a" close={() => {}} />
        <Show when={printed}>{(done) => <PrintedSheet reading={reading} id="a" done={done()} />}</Show>
      </TableContext.Provider>
    ),
    root,
  );
  return sent;
}

const at = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (found === null) throw new Error(`nothing at ${selector}`);
  return found;
};
const type = (selector: string, text: string) => {
  const field = at<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(selector);
  field.value = text;
  field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
};
const settled = () => new Promise((done) => setTimeout(done));

test("only the changed parts of a book are sent, and the note by itself", async () => {
  const sent = drawn("anna", [["WriteProfile", []]]);
  expect(document.querySelector("[data-testid='book-save']")).toBeNull();
  type("[name=note]", "I owe Ben two favours.");
  at<HTMLFormElement>("form.book").requestSubmit();
  await settled();
  expect(sent).toEqual([{ name: "WriteNote", fields: { actor: "a", text: "I owe Ben two favours." } }]);
  expect(document.querySelector("[data-testid='book-save']")).toBeNull();
  type("[name=biography]", "Born in Kiel.");
  at<HTMLFormElement>("form.book").requestSubmit();
  await settled();
  expect(sent[1]).toEqual({ name: "WriteProfile", fields: { actor: "a", biography: "Born in Kiel.", merits: [{ name: "Allies", dots: 2, kind: "background", text: "the police" }] } });
});

test("the Storyteller writes her own note, and reads the player's below it", () => {
  drawn("vera", [["WriteProfile", []]]);
  expect(at<HTMLTextAreaElement>("[name=note]").value).toBe("Her brother is alive.");
  expect(at("[data-testid=note-of]").textContent).toBe("Note of AnnaI owe Ben a favour.");
});

test("a player keeps notes about the characters of others", async () => {
  const sent = drawn("anna", [["WriteProfile", []]]);
  expect([...document.querySelectorAll("[name=about] option")].map((one) => one.textContent)).toEqual(["choose…", "Brandt (noted)"]);
  type("[name=about]", "b");
  expect(at<HTMLTextAreaElement>("[name=note-about]").value).toBe("He lied.");
  expect(document.querySelector("[data-testid='note-about-save']")).toBeNull();
  type("[name=note-about]", "He lied twice.");
  expect(at<HTMLSelectElement>("[name=about]").disabled).toBe(true);
  at<HTMLFormElement>("form.book").requestSubmit();
  await settled();
  expect(sent).toEqual([{ name: "WriteNote", fields: { actor: "b", text: "He lied twice." } }]);
});

test("the Save of the book saves what is typed in any of its fields; what is refused stays, and its Save with it", async () => {
  let refused = "WriteNote b";
  const sent = drawn("anna", [["WriteProfile", []]], undefined, undefined, ({ name, fields }) => `${name} ${fields["actor"]}` !== refused);
  const save = "[data-testid='book-save']";
  type("[name=biography]", "Born in Kiel.");
  type("[name=note]", "I owe Ben two favours.");
  type("[name=about]", "b");
  type("[name=note-about]", "He lied twice.");
  at<HTMLButtonElement>(save).click();
  await settled();
  const last = { name: "WriteNote", fields: { actor: "b", text: "He lied twice." } };
  expect(sent.map(({ name, fields }) => [name, fields["actor"]])).toEqual([["WriteProfile", "a"], ["WriteNote", "a"], ["WriteNote", "b"]]);
  expect(at("[data-testid='book-refused']").textContent).toBe("No.");
  refused = "";
  at<HTMLButtonElement>(save).click();
  await settled();
  expect(sent.slice(2)).toEqual([last, last]);
  expect(document.querySelector(save)).toBeNull();
  type("[name=note-about]", "He lied three times.");
  at<HTMLButtonElement>("footer .first").click();
  expect(at<HTMLTextAreaElement>("[name=note-about]").value).toBe("He lied.");
  expect(document.querySelector(save)).toBeNull();
});

test("text that was not saved when the scene closed is found again in the chronicle", async () => {
  drawn("anna", [["WriteProfile", []]], undefined, "scene/kept/1");
  type("[name=biography]", "Born in Kiel.");
  type("[name=about]", "b");
  type("[name=note-about]", "He lied twice.");
  dispose();
  const sent = drawn("anna", [["WriteProfile", []]], undefined, "chronicle/kept");
  expect(at<HTMLTextAreaElement>("[name=biography]").value).toBe("Born in Kiel.");
  expect(at<HTMLTextAreaElement>("[name=note-about]").value).toBe("He lied twice.");
  at<HTMLFormElement>("form.book").requestSubmit();
  await settled();
  expect(sent.map(({ name }) => name)).toEqual(["WriteProfile", "WriteNote"]);
  dispose();
  drawn("anna", [["WriteProfile", []]], undefined, "scene/other/1");
  expect(at<HTMLTextAreaElement>("[name=biography]").value).toBe("Born at sea.");
});

test("a book that may not be changed is text", () => {
  drawn("anna", []);
  expect(document.querySelector("textarea, input")).toBeNull();
  expect(at(".book").textContent).toContain("Born at sea.");
  expect(at(".merits").textContent).toContain("Allies");
});

test("the ledger has its balance, its newest entry first, and a button where the server lets one strike", () => {
  const sent = drawn("anna", [["StrikeExperience", ["2"]]]);
  expect(at(".balance").textContent).toBe("3 experience left");
  const entries = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
  expect(entries.map((one) => one.dataset["entry"])).toEqual(["3", "2", "1"]);
  expect(entries[0]?.textContent).toContain("(struck by Anna)");
  expect(entries.map((one) => one.querySelector("button") !== null)).toEqual([false, true, false]);
  entries[1]?.querySelector("button")?.click();
  expect(sent).toEqual([{ name: "StrikeExperience", fields: { actor: "a", entry: 2 } }]);
});

test("experience is spent on a trait that the server offers or on something else, at most what is left", async () => {
  const sent = drawn("anna", [["SpendExperience", ["Strength", "Stamina"]]]);
  expect([...document.querySelectorAll("[name=trait] option")].map((one) => one.textContent)).toEqual(["Something else", "Strength 2 → 3", "Stamina 0 → 1"]);
  const points = at<HTMLInputElement>("#spend-experience");
  points.value = "7";
  points.dispatchEvent(new Event("change", { bubbles: true }));
  expect(points.value).toBe("3");
  type("[name=trait]", "Stamina");
  at<HTMLFormElement>(".points-form").requestSubmit();
  await settled();
  expect(sent[0]).toEqual({ name: "SpendExperience", fields: { actor: "a", points: 3, trait: "Stamina", what: "" } });
  type("[name=what]", "a boat");
  at<HTMLFormElement>(".points-form").requestSubmit();
  await settled();
  expect(sent[1]).toEqual({ name: "SpendExperience", fields: { actor: "a", points: 1, trait: null, what: "a boat" } });
});

test("a sheet is printed once its portrait is there", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  let give: (bitmap: ImageBitmap) => void = () => {};
  loadPicture = (picture) => new Promise((pass) => (give = picture === "p1" ? pass : () => {}));
  drawn("anna", [], () => {});
  await new Promise((later) => setTimeout(later, 50));
  expect(print).not.toHaveBeenCalled();
  give({ width: 40, height: 60 } as ImageBitmap);
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(at<HTMLCanvasElement>("[data-testid='printed-sheet'] canvas").height).toBe(60);
});

test("the printed sheet has every trait, the points, the wounds, and the profile without the notes", async () => {
  const print = vi.fn();
  const done = vi.fn();
  vi.stubGlobal("print", print);
  drawn("anna", [], done);
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = at("[data-testid='printed-sheet']").textContent ?? "";
  for (const part of ["Strength●●○○○", "Stamina○○○○○", "Willpower■■■■□□", "Hurt✕", "Crippled□", "Allies●●the police", "Born at sea."]) expect(paper).toContain(part);
  expect(paper).not.toContain("favour");
  expect(paper).not.toContain("brother");
  expect(done).not.toHaveBeenCalled();
  dispatchEvent(new Event("afterprint"));
  expect(done).toHaveBeenCalledOnce();
});
