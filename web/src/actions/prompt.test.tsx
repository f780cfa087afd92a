import { createSignal } from "solid-js";
import { expect, test, vi } from "vitest";
import type { AnyRecord, Option } from "../messages";
import { RecordSignals } from "../state/record-signals";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { LAID_OUT } from "../state/testing/layouts";
import type { Sentence } from "../words/words";
import { Prompt } from "./prompt";

const face = (id: string, name: string, player: string): AnyRecord => ({ type: "Face", id, name, concept: "", player, kind: "" });
const turn = (phase: "declaring" | "acting" | "over", acting: string): AnyRecord => ({ type: "Turn", id: "turn", number: 2, phase, acting, began: 1 });
const slot = (id: string, successes: number): AnyRecord => ({ type: "Slot", id, place: [successes], status: "waiting" });
const call = (id: string, actor: string): AnyRecord => ({
  ...{ type: "Call", id, actor, reason: "", traits: [], parts: [], difficulty: 6, task: "", plain: true },
  ...{ specialty: false, abandon: false, costs_turn: false, retry: false },
});
const option = (command: string, urgent: boolean, ...inputs: Option["inputs"]): Option => ({
  ...{ command, actor: "ilse", label: command, hint: "", group: "act", urgent, inputs, parts: [], grave: false },
});

/** Draw the prompt of Anna, who plays Ilse, beside Ben's Rook; or the Storyteller's. */
function drawn(isStoryteller = false) {
  const live = new RecordSignals();
  let count = 0;
  const part = (changed: AnyRecord[], gone: [AnyRecord["type"], string][]) =>
    live.change((touched) => live.records.part({ frame: "part", audience: "everyone", count: ++count, chain: new Uint8Array(), at: 0, changed, gone }, touched));
  const tell = (...changed: AnyRecord[]) => part(changed, []);
  const drop = (type: AnyRecord["type"], id: string) => part([], [[type, id]]);
  tell(face("ilse", "Ilse", "anna"), face("rook", "Rook", "ben"), slot("ilse", 1), slot("rook", 2));
  const [options, setOptions] = createSignal<readonly Option[]>([]);
  const send = vi.fn(async () => ({ ok: true }));
  const [refusal, setRefusal] = createSignal<Sentence>("");
  const table = {
    ...{ all: live.all.bind(live), get: live.get.bind(live), audienceOf: live.audienceOf.bind(live), isStoryteller: () => isStoryteller, seat: () => "anna", seatName: () => "" },
    ...LAID_OUT,
    ...{ options, refusal, setRefusal, send },
  } as unknown as Table;
  const root = mounted(table, () => <Prompt reading={live} live={true} />);
  return { root, tell, drop, setOptions, send, refusal, setRefusal, says: () => root.querySelector('[data-testid="turn"]')?.textContent };
}

test("while nothing is asked, the prompt says whom the table waits for", () => {
  const { tell, says } = drawn();
  expect(says()).toBeUndefined();
  tell(turn("declaring", ""));
  expect(says()).toBe("Turn 2: still to declare: Rook and Ilse");
  tell({ type: "HasDeclared", id: "rook" });
  expect(says()).toBe("Turn 2: still to declare: Ilse");
  tell(turn("acting", "rook"));
  expect(says()).toBe("Turn 2: Rook acts");
  tell(turn("over", ""));
  expect(says()).toBe("Turn 2 is over: waiting for the Storyteller");
});

test("the Storyteller is told that the table waits for her, in the second person", () => {
  const { tell, drop, says } = drawn(true);
  tell({ type: "Aim", id: "over", actor: "ilse", aim: "Over the wall", method: "" });
  expect(says()).toBe("Waiting for you: Ilse");
  tell(call("c", "rook"));
  expect(says()).toBe("Waiting for a roll: Rook. Waiting for you: Ilse");
  drop("Aim", "over");
  tell(turn("over", ""));
  expect(says()).toBe("Turn 2 is over: waiting for you");
});

test("outside turns, the prompt says who waits for the Storyteller, as far as this seat may know", () => {
  const { tell, drop, says } = drawn();
  tell({ type: "Aim", id: "over", actor: "ilse", aim: "Over the wall", method: "" });
  expect(says()).toBe("Waiting for the Storyteller: Ilse");
  drop("Aim", "over");
  expect(says()).toBeUndefined();
  tell(call("climb", "rook"));
  expect(says()).toBe("Waiting for a roll: Rook");
  tell(call("jump", "ilse"), { type: "Plea", id: "jump", actor: "ilse", traits: [], specialty: "", bonus: 1, text: "" });
  expect(says()).toBe("Waiting for a roll: Rook. Waiting for the Storyteller: Ilse");
});

test("the other answer to one's turn stands beside it, with its key, and the line about waiting is gone", () => {
  const { root, tell, setOptions, says } = drawn();
  tell(turn("acting", "ilse"));
  const far = { name: "metres", label: "", kind: "number", choices: [], least: 0, most: 9, default: "", rarely: false } as const;
  setOptions([option("TakeAction", true), option("Yield", false), option("Move", false, far)]);
  expect(says()).toBeUndefined();
  const buttons = [...root.querySelectorAll<HTMLElement>(".asking button[data-testid^='option-']")];
  expect(buttons.map((button) => [button.dataset["testid"], button.dataset["key"]])).toEqual([["option-TakeAction", "r"], ["option-Yield", "y"]]);
  setOptions([option("Yield", false)]);
  expect(root.querySelectorAll(".asking button")).toHaveLength(0);
});

test("a roll for a task is asked in the prompt once the others of its round have rolled, and sent from there", async () => {
  const { root, setOptions, send } = drawn();
  const task = { name: "task", label: "", kind: "choice", choices: [{ value: "mast", label: "Up the mast", hint: "" }], least: 0, most: 0, default: "mast", rarely: false } as const;
  const roll = () => root.querySelector<HTMLElement>('.asking [data-testid="option-WorkOnTask"]');
  setOptions([{ ...option("WorkOnTask", false, task), group: "tasks" }]);
  expect(roll()).toBeNull();
  setOptions([{ ...option("WorkOnTask", true, task), group: "tasks", label: "Up the mast" }]);
  expect(roll()?.textContent).toContain("Up the mast");
  roll()?.click();
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("WorkOnTask", { actor: "ilse", task: "mast" }));
});

test("a folded prompt opens again for a new question", () => {
  const { root, setOptions } = drawn();
  const fold = () => root.querySelector<HTMLElement>('[data-testid="prompt-fold"]');
  setOptions([option("TakeAction", true)]);
  fold()?.click();
  expect(fold()?.getAttribute("aria-expanded")).toBe("false");
  setOptions([option("TakeAction", true), option("AnswerCall", true)]);
  expect(fold()?.getAttribute("aria-expanded")).toBe("true");
});

test("a refusal disappears when an answer in the prompt is changed", () => {
  const { root, setOptions, refusal, setRefusal } = drawn();
  setOptions([option("TakeAction", true)]);
  setRefusal("Too many dice.");
  root.querySelector(".asking button")?.dispatchEvent(new Event("input", { bubbles: true }));
  expect(refusal()).toBe("");
});
