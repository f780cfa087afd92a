import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { Option, Sheet } from "../messages";
import { type Table, TableContext } from "../state/table";
import { phrase } from "../words/words";
import { MyCharactersProvider } from "./my-character";
import { RollBuilder } from "./roll-builder";

let dispose = () => {};
afterEach(() => {
  vi.useRealTimers();
  dispose();
});

const ROLL: Option = {
  ...{ command: "Roll", actor: "anna", label: "Roll for Anna", hint: "", group: "dice", urgent: false, grave: false },
  inputs: [],
  parts: [["wounds", -1]],
};
const SHEET = { type: "Sheet", id: "anna", traits: [["Intelligence", 2]] } as unknown as Sheet;

function drawn(answer: unknown) {
  vi.useFakeTimers();
  const [picked] = createSignal(["Intelligence", "Computer"]);
  const table = {
    get: () => ({ willpower: true, willpower_gives: [0, "willpower-gives-dice", [["dice", 3]], ""], difficulties: [], steps: [] }),
    all: () => [{ id: "anna", player: "ANNA" }],
    seat: () => "ANNA",
    options: () => [ROLL],
    isStoryteller: () => false,
    previewCommand: () => Promise.resolve(answer),
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(
    () => (
      <TableContext.Provider value={table}>
        <MyCharactersProvider>
          <RollBuilder picked={picked()} drop={() => {}} sheet={SHEET} done={() => {}} />
        </MyCharactersProvider>
      </TableContext.Provider>
    ),
    root,
  );
  dispose = () => {
    stop();
    root.remove();
  };
  return {
    root,
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
