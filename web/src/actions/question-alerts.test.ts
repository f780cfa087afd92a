import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Option } from "../messages";
import type { Table } from "../state/table";
import * as attention from "../ui/attention";
import { alertQuestions } from "./question-alerts";

const asked = (command: string, actor: string, urgent = true) => ({ command, actor, urgent, label: command, inputs: [] }) as unknown as Option;

/** The answer to an intent of Rook, which waits in the Storyteller's inbox. */
const intent = (id: string) =>
  ({ ...asked("AnswerAim", "rook", false), inputs: [{ name: "aim", kind: "choice", default: id, choices: [{ value: id, label: id, hint: "" }] }] }) as unknown as Option;

let dispose = () => {};
let alerted: string[] = [];
beforeEach(() => {
  alerted = [];
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  vi.spyOn(attention, "alertReader").mockImplementation((title) => void alerted.push(title));
});
afterEach(() => {
  dispose();
  vi.restoreAllMocks();
});

/** Alert the reader of a table; Rook is a player's character. */
function reading(isStoryteller: boolean) {
  const [options, setOptions] = createSignal<readonly Option[]>([]);
  const layout = (command: string) => (command === "AnswerAim" ? { answers: "aim" } : undefined);
  const table = { options, layout, isStoryteller: () => isStoryteller, get: (_: string, id: string) => (id === "rook" ? { player: "ben" } : undefined) };
  dispose = createRoot((end) => {
    alertQuestions(table as unknown as Table, () => "The Pier");
    return end;
  });
  return setOptions;
}

test("the title is marked for each question, to a player and to the Storyteller, until it is answered", () => {
  for (const isStoryteller of [false, true]) {
    const setOptions = reading(isStoryteller);
    expect(document.title).toBe("The Pier · Coterie");
    setOptions([asked("GrantPlea", "marrow")]);
    expect(document.title).toBe("● The Pier · Coterie");
    setOptions([asked("Say", "", false)]);
    expect(document.title).toBe("The Pier · Coterie");
    dispose();
  }
});

test("the Storyteller is not alerted for a question to a player", () => {
  const setOptions = reading(true);
  setOptions([asked("DeclareAction", "rook")]);
  expect(document.title).toBe("The Pier · Coterie");
  expect(alerted).toEqual([]);
});

test("a reader is alerted once for a question, also if its answers change", () => {
  const setOptions = reading(false);
  setOptions([asked("DeclareAction", "rook")]);
  setOptions([asked("DeclareAction", "rook"), asked("DeclareAction", "rook")]);
  expect(alerted).toHaveLength(1);
  setOptions([asked("DeclareAction", "rook"), asked("Defend", "rook")]);
  expect(alerted).toHaveLength(2);
});

test("the Storyteller is alerted for each request of a player that comes into the inbox", () => {
  const setOptions = reading(true);
  setOptions([intent("first")]);
  expect(document.title).toBe("● The Pier · Coterie");
  expect(alerted).toHaveLength(1);
  setOptions([intent("first"), intent("second")]);
  expect(alerted).toHaveLength(2);
  setOptions([]);
  expect(document.title).toBe("The Pier · Coterie");
});
