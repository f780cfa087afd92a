import { expect, test, vi } from "vitest";
import { RecordSignals } from "../state/record-signals";
import type { AnyRecord, Part } from "../messages";
import type { Table } from "../state/table";
import { mounted, unmount } from "../state/testing/mounted";
import { Cast } from "./cast";
import { LAID_OUT } from "../state/testing/layouts";
import { MyCharactersProvider } from "./my-character";
import { phrase } from "../words/words";

const face = (id: string, name: string): AnyRecord => ({ type: "Face", id, name, concept: "", player: "", kind: "" });
const slot = (id: string, successes: number, status: "waiting" | "acted"): AnyRecord => ({
  type: "Slot",
  id,
  place: [successes],
  status,
});

/** The part of a rule book that the cast reads. */
const BOOK = {
  type: "Rulebook",
  id: "rulebook",
  manoeuvres: [{ value: "break_free", label: phrase("manoeuvre-break-free", {}, "C7"), hint: "" }],
  health: [{ value: 0, label: "Bruised" }, { value: -5, label: "Incapacitated" }],
} as unknown as AnyRecord;

/** Draw the cast of a table in turns, which receives one part after another. */
function drawn(role: () => string = () => "player") {
  const live = new RecordSignals();
  let count = 0;
  const tell = (audience: string, ...changed: AnyRecord[]) => {
    const part: Part = { frame: "part", audience, count: ++count, chain: new Uint8Array(), at: 0, changed, gone: [] };
    live.change((touched) => live.records.part(part, touched));
  };
  tell("everyone", { type: "Turn", id: "turn", number: 1, phase: "acting", acting: "", began: 1 });
  tell("everyone", face("anna", "Anna"), slot("anna", 3, "waiting"));
  tell("storyteller", face("eel", "The Eel"), slot("eel", 2, "waiting"));
  const table = {
    ...{ stream: "scene/c/s", all: live.all.bind(live), get: live.get.bind(live), isStoryteller: () => false, role, seat: () => "anybody", seatName: () => "", options: () => [] },
    ...LAID_OUT,
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <Cast reading={live} live={true} />
    </MyCharactersProvider>
  ));
  return { tell, root, slots: () => [...root.querySelectorAll(".slot")].map((found) => found.className.trim().split(/ +/).sort()) };
}

test("a hidden character is marked in the turn order, also after its slot changes", () => {
  const { tell, slots } = drawn();
  expect(slots()).toEqual([["member", "slot", "waiting"], ["member", "secret", "slot", "waiting"]]);
  tell("storyteller", slot("eel", 2, "acted"));
  expect(slots()).toEqual([["member", "slot", "waiting"], ["acted", "member", "secret", "slot"]]);
  tell("storyteller", slot("eel", 2, "waiting"));
  expect(slots()).toEqual([["member", "slot", "waiting"], ["member", "secret", "slot", "waiting"]]);
});

test("a declaration is shown in the turn order by its label", () => {
  const { tell, root } = drawn();
  const actions = ["break_free", "of_an_older_table"].map((manoeuvre) => ({
    ...{ manoeuvre, targets: manoeuvre === "break_free" ? ["eel"] : [] },
    ...{ traits: "", dice: 0, text: "", details: [], extra: false },
  }));
  tell("everyone", BOOK, { type: "Declaration", id: "anna", actions, cuts: [], worn: [], used: [], tried: false });
  const said = [...root.querySelectorAll(".declared > span")].map((span) => span.textContent?.replace(/\s+/g, " ").trim());
  expect(said).toEqual(["Break free → The Eel", "of_an_older_table"]);
});

test("a character who is down is not marked to act", () => {
  const { tell, root } = drawn();
  const said = () => root.querySelector('[data-actor="anna"] .status')?.textContent;
  tell("everyone", BOOK, { type: "Health", id: "anna", bashing: 1, lethal: 0, aggravated: 0 });
  expect(said()).toBe("to act");
  tell("everyone", { type: "Health", id: "anna", bashing: 1, lethal: 1, aggravated: 0 });
  expect(said()).toBe("is out of action");
  const level = (value: number, label: string) => ({ value, label });
  tell("everyone", { type: "HealthLevels", id: "anna", levels: [level(0, "Bruised"), level(-2, "Mauled"), level(-5, "Incapacitated")] } as AnyRecord);
  expect(said()).toBe("to act");
  expect(root.querySelectorAll('[data-actor="anna"] .health i')).toHaveLength(3);
});

test("in a closed scene no character is marked to act", () => {
  const { tell, root } = drawn();
  tell("everyone", { type: "Turn", id: "turn", number: 3, phase: "acting", acting: "anna", began: 1 });
  const marked = () => root.querySelectorAll('[aria-current="step"], .slot.now').length;
  expect(marked()).toBe(1);
  expect(root.textContent).toContain("acts");
  tell("everyone", { type: "Setting", id: "setting", open: false } as unknown as AnyRecord);
  expect(marked()).toBe(0);
  expect(root.textContent).not.toMatch(/acts|to act|Acting/);
});

test("a grapple is drawn as a bond between the two, past the rows in between", () => {
  const { tell, root } = drawn();
  const grip = (character: string, holding: boolean): AnyRecord => ({ type: "Grip", id: character, character, grapple: "g", kind: "clinch", holding });
  tell("everyone", face("ben", "Ben"), slot("ben", 1, "waiting"), grip("anna", true), grip("ben", false));
  const bonds = () => [...root.querySelectorAll(".member")].map((row) => row.querySelector('[data-testid="bond"]')?.className ?? "");
  expect(bonds()).toEqual(["bond upper", "bond through", "bond lower"]);
  expect([...root.querySelectorAll(".condition")].map((chip) => chip.textContent)).toEqual(["clinching Ben", "clinched by Anna"]);
});

test("who takes no part in the turns stands below the order, without a place in it", () => {
  const { tell, root } = drawn();
  tell("everyone", face("ben", "Ben"));
  expect([...root.querySelectorAll('[data-testid="order"] .name')].map((name) => name.textContent)).toEqual(["Anna", "The Eel"]);
  expect([...root.querySelectorAll('[data-testid="cast"] .name')].map((name) => name.textContent)).toEqual(["Anna", "The Eel", "Ben"]);
});

test("a concept stands below the name, where it has the whole width; in turns the row is as low as possible", () => {
  const { tell, root } = drawn();
  tell("everyone", { ...(face("ben", "Ben") as object), concept: "a night nurse" } as AnyRecord);
  expect([...root.querySelectorAll(".member > .about")].map((line) => line.textContent)).toEqual(["a night nurse"]);
});

test("cover is not drawn as harm", () => {
  const { tell, root } = drawn();
  const bearing = (name: string): AnyRecord => ({ type: "Bearing", id: name, character: "anna", name, label: name, ends: "", value: 1, since: 1, until: 0, source: "", helps: name === "cover" }) as unknown as AnyRecord;
  tell("everyone", bearing("cover"), bearing("prone"), bearing("unplayed"));
  expect([...root.querySelectorAll(".condition.helps")].map((chip) => chip.textContent)).toEqual(["cover"]);
  expect([...root.querySelectorAll(".condition.harms")].map((chip) => chip.textContent)).toEqual(["prone"]);
});

const laid = (id: string, on: string): AnyRecord => ({
  ...{ type: "Circumstance", id, on, dice: -1, visibility: "open", words: id, bears: "actions", ends: "word", until: 0 },
});

/** Draw a cast of two under three circumstances, for the Storyteller or a player, and collect the sent commands. */
function drawnCast(isStoryteller: boolean) {
  const live = new RecordSignals();
  const records = [face("anna", "Anna"), face("guard", "Guard"), laid("drugged", "anna"), laid("dim hall", "scene"), laid("tired", "storyteller")];
  live.replace([{ frame: "view", audience: "everyone", count: 1, chain: new Uint8Array(), records }]);
  const choices = ["drugged", "dim hall", "tired"].map((value) => ({ value, label: value, hint: "" }));
  const sent: unknown[] = [];
  const table = {
    ...{ all: live.all.bind(live), get: live.get.bind(live), isStoryteller: () => isStoryteller, role: () => (isStoryteller ? "storyteller" : "player"), seat: () => "st", seatName: () => "" },
    options: () => (isStoryteller ? [{ command: "EndCircumstance", actor: "", group: "secrets", inputs: [{ name: "circumstance", choices }] }] : []),
    send: (command: string, fields: unknown) => (sent.push([command, fields]), Promise.resolve({ ok: true })),
    ...LAID_OUT,
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <Cast reading={live} live={true} />
    </MyCharactersProvider>
  ));
  const chips = (testid: string) =>
    [...root.querySelectorAll(`[data-testid="${testid}"]`)].map((line) => [...line.querySelectorAll(".condition")].map((one) => one.textContent));
  return { root, sent, chips };
}

test("a circumstance of the whole scene is shown once above the cast (X7)", () => {
  const { root, chips } = drawnCast(false);
  expect(root.querySelector('[data-testid="scene-circumstances"]')?.textContent).toBe("In this scene:dim hall −1");
  expect(chips("conditions")).toEqual([["drugged −1", "tired −1"], ["tired −1"]]);
});

test("only the Storyteller can end a circumstance at its chip (X7)", () => {
  const { root, sent } = drawnCast(true);
  const ends = [...root.querySelectorAll<HTMLButtonElement>('[data-testid="end-circumstance"]')];
  expect(ends.map((button) => button.getAttribute("aria-label"))).toEqual([
    "End “dim hall −1”", "End “drugged −1”", "End “tired −1”", "End “tired −1”",
  ]);
  ends[1]?.click();
  expect(sent).toEqual([["EndCircumstance", { circumstance: "drugged" }]]);
  unmount();
  expect(drawnCast(false).root.querySelector('[data-testid="end-circumstance"]')).toBeNull();
});

test("a player's note about a character opens from its card, and a spectator has none", async () => {
  const { tell, root } = drawn();
  tell("seats:anybody", { type: "Note", id: "eel anybody", actor: "eel", writer: "anybody", text: "He lied." });
  const notes = [...root.querySelectorAll<HTMLElement>('[data-testid="note"]')];
  expect(notes.map((note) => [note.getAttribute("aria-label"), note.classList.contains("written")])).toEqual([
    ["Note about Anna", false],
    ["Note about The Eel", true],
  ]);
  notes[1]?.click();
  const text = () => root.querySelector<HTMLTextAreaElement>('[name="note-about"]')?.value;
  await vi.waitFor(() => expect(text()).toBe("He lied."));
  unmount();
  expect(drawn(() => "spectator").root.querySelector('[data-testid="note"]')).toBeNull();
});

test("a long list of absent characters is folded, and its heading counts them", () => {
  const { tell, root } = drawn();
  const absent = (n: number): AnyRecord => ({ type: "Absent", id: `thug-${n}`, name: `Thug ${n}`, player: "" });
  const list = () => root.querySelector<HTMLDetailsElement>('details:has([data-testid="absent"])');
  tell("everyone", ...[1, 2, 3, 4].map(absent));
  expect(list()?.open).toBe(true);
  tell("everyone", absent(5));
  expect(list()?.open).toBe(false);
  expect(list()?.querySelector(".count")?.textContent).toBe("5");
});
