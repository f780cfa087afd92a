import { createSignal } from "solid-js";
import { afterEach, expect, test, vi } from "vitest";
import type { Option, Sheet } from "../messages";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { phrase } from "../words/words";
import { MyCharactersProvider } from "./my-character";
import { RollBuilder } from "./roll-builder";

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const ROLL: Option = {
  ...{ command: "Roll", actor: "anna", label: "Roll for Anna", hint: "", group: "dice", urgent: false, grave: false },
  inputs: [],
  parts: [["wounds", -1]],
};
const SHEET = { type: "Sheet", id: "anna", traits: [["Intelligence", 2]] } as unknown as Sheet;

function drawn(answer: unknown, traits: readonly string[] = ["Intelligence", "Computer"]) {
  vi.useFakeTimers();
  const [picked, pick] = createSignal(traits);
  const sent: (readonly [string, unknown])[] = [];
  const [saved, setSaved] = createSignal<readonly unknown[]>([]);
  /** Answer a command as the server does. */
  const send = (command: string, fields: unknown) => {
    sent.push([command, fields]);
    if (command === "SaveRolls") setSaved((fields as { rolls: unknown[] }).rolls);
    return Promise.resolve({ ok: true });
  };
  const table = {
    get: () => ({ willpower: true, willpower_gives: [0, "willpower-gives-dice", [["dice", 3]], ""], difficulties: [], steps: [] }),
    all: (type: string) =>
      type === "SavedRolls" ? [{ actor: "anna", writer: "ANNA", rolls: saved() }, { actor: "anna", writer: "BEN", rolls: [{ name: "Ben's", traits: [] }] }] : [{ id: "anna", player: "ANNA" }],
    seat: () => "ANNA",
    options: () => [ROLL],
    isStoryteller: () => false,
    previewCommand: () => Promise.resolve(answer),
    send,
    sendQuietly: send,
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <RollBuilder picked={picked()} pick={pick} sheet={SHEET} done={() => pick([])} practice={undefined} />
    </MyCharactersProvider>
  ));
  const see = (testid: string) => root.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
  return {
    root,
    see,
    sent,
    picked,
    sum: () => root.querySelector('[data-testid="sum"]')?.textContent,
    added: () => [...root.querySelectorAll('[data-testid="added"]')].map((chip) => chip.textContent),
  };
}

test("the shown pool is the server's (S2)", async () => {
  const parts = [["Intelligence", 2], ["Computer", 0], ["wounds", -1], ["no Computer", -3], [phrase("part-bonus"), 1]];
  const page = drawn({ pool: -1, dice: "a chance die", parts, expected: 0.1, results: [] });
  expect([page.sum(), page.added()]).toEqual(["…", ["wounds −1"]]);
  await vi.runAllTimersAsync();
  expect([page.sum(), page.added()]).toEqual(["a chance die", ["wounds −1", "no Computer −3"]]);
});

test("without a pool from the server none is shown", async () => {
  const page = drawn(null);
  await vi.runAllTimersAsync();
  expect([page.sum(), page.added()]).toEqual(["", ["wounds −1"]]);
});

test("a point of Willpower shows its effect before it is spent (D11)", () => {
  const labels = [...drawn(null).root.querySelectorAll("label.flag")].map((label) => label.textContent);
  expect(labels).toContain("Spend Willpower: +3 dice");
});

test("without a trait the builder is one line, with no button to roll", () => {
  const page = drawn(null, []);
  expect([page.see("roll-Roll"), page.root.querySelector(".roll-panel")?.textContent]).toEqual([null, "Pick one or two traits."]);
});

test("a saved roll puts its pool together again, and is removed with its pool", async () => {
  const page = drawn(null);
  page.root.querySelector<HTMLElement>('.stepper [aria-label$="one more"]')?.click();
  page.see("save-roll")?.click();
  const name = page.root.querySelector<HTMLInputElement>('[name="roll-name"]')!;
  name.value = "Crack the safe";
  name.dispatchEvent(new Event("input", { bubbles: true }));
  name.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  expect(page.see("forget-roll")).not.toBeNull();
  page.see("roll-Roll")?.click();
  await vi.runAllTimersAsync();
  expect(page.picked()).toEqual([]);
  const chip = page.see("saved-roll");
  expect([chip?.textContent, chip?.getAttribute("data-key")]).toEqual(["Crack the safe 1", "1"]);
  chip?.click();
  page.see("roll-Roll")?.click();
  await vi.runAllTimersAsync();
  const rolled = { traits: ["Intelligence", "Computer"], bonus: 1, penalty: 0 };
  const saved = { name: "Crack the safe", traits: ["Intelligence", "Computer"], modifier: 1, difficulty: 0, specialty: false };
  expect(page.sent).toEqual([
    ["SaveRolls", { actor: "anna", rolls: [saved] }],
    ["Roll", expect.objectContaining(rolled)],
    ["Roll", expect.objectContaining(rolled)],
  ]);
  page.see("saved-roll")?.click();
  page.see("forget-roll")?.click();
  expect([page.see("save-roll"), page.sent.at(-1)]).toEqual([expect.anything(), ["SaveRolls", { actor: "anna", rolls: [] }]]);
});

test("rolls that an earlier version saved on this device move to the server", async () => {
  const old = [{ name: "Climb", traits: ["Strength"], modifier: 0, difficulty: 7, specialty: false }];
  localStorage.setItem("rolls/ANNA/anna", JSON.stringify(old));
  const page = drawn(null, []);
  await vi.runAllTimersAsync();
  expect(page.sent).toEqual([["SaveRolls", { actor: "anna", rolls: old }]]);
  expect([page.see("saved-roll")?.textContent, localStorage.length]).toEqual(["Climb 1", 0]);
});

test("the last pool can be rolled again", async () => {
  const page = drawn(null);
  expect(page.see("roll-again")).toBeNull();
  page.see("roll-Roll")?.click();
  await vi.runAllTimersAsync();
  page.see("roll-again")?.click();
  expect(page.picked()).toEqual(["Intelligence", "Computer"]);
});
