import { render } from "solid-js/web";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Input, Option } from "../messages";
import { typed } from "../words/words";
import { type Table, TableContext } from "../state/table";
import { LAID_OUT } from "../state/testing/layouts";
import { listenForKeys } from "../ui/keys";
import { Odds } from "./odds";
import { OptionButtons, OptionItem } from "./options";

// Load the form beforehand, so that the tests need not wait for it for long.
beforeAll(() => import("./option-form"));
let dispose = () => {};
afterEach(() => dispose());

const input = (name: string, kind: Input["kind"], rarely = false): Input => ({
  ...{ name, label: name, kind, choices: [], least: 0, most: 60 },
  ...{ default: "", rarely },
});
const option = (command: string, ...inputs: Input[]): Option => ({
  ...{ command, actor: "anna", label: command, hint: "", group: "act", urgent: false, grave: false },
  ...{ inputs, parts: [] },
});

/** Draw a component at a table that accepts every command and answers every preview with `said`. */
function drawn(what: () => ReturnType<typeof OptionItem>, said: unknown = null) {
  const sent: [string, Record<string, unknown>][] = [];
  const table = {
    send: (command: string, fields: Record<string, unknown>) => {
      sent.push([command, fields]);
      return Promise.resolve({ ok: true });
    },
    previewCommand: () => Promise.resolve(said),
    isStoryteller: () => true,
    ...LAID_OUT,
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(() => <TableContext.Provider value={table}>{what()}</TableContext.Provider>, root);
  dispose = () => {
    stop();
    root.remove();
  };
  const press = (selector: string) => root.querySelector<HTMLElement>(selector)?.click();
  const opened = () => vi.waitFor(() => expect(root.querySelector("form")).not.toBeNull());
  const staysClosed = async () => {
    await new Promise((done) => setTimeout(done));
    expect(root.querySelector("form")).toBeNull();
  };
  return { root, sent, press, opened, staysClosed };
}

test("rare inputs are folded beside a button that sends at once", async () => {
  const taking = option("TakeAction", input("specialty", "flag", true), input("willpower", "flag", true));
  const { root, sent, press, staysClosed } = drawn(() => <OptionItem option={taking} />);
  await vi.waitFor(() => expect(root.querySelectorAll("details:not([open]) input")).toHaveLength(2));
  await staysClosed();
  press("button");
  expect(sent).toEqual([["TakeAction", { actor: "anna", specialty: false, willpower: false }]]);
});

test("a command that only a newer server knows is shown, cannot be pressed, and says why (FLT21)", async () => {
  const { root, sent, press, staysClosed } = drawn(() => <OptionItem option={option("ShowOmen", input("omen", "text"))} />);
  const button = root.querySelector("button");
  expect(button?.disabled).toBe(true);
  expect(button?.title).toContain("reload");
  press("button");
  await staysClosed();
  expect(sent).toEqual([]);
});

test("values of the folded inputs are sent too", async () => {
  const { root, sent, press, staysClosed } = drawn(() => <OptionItem option={option("TakeAction", input("willpower", "flag", true))} />);
  await vi.waitFor(() => expect(root.querySelector("details input")).not.toBeNull());
  press("details input");
  press("button");
  await staysClosed();
  expect(sent[0]?.[1]).toMatchObject({ willpower: true });
});

test("Escape closes an open form, and the button gets the focus again", async () => {
  const { root, sent, press, opened } = drawn(() => <OptionItem option={option("CloseScene", input("text", "text"))} />);
  press("button");
  await opened();
  const field = root.querySelector<HTMLInputElement>("form input, form textarea");
  expect(field).not.toBeNull();
  expect(document.activeElement).toBe(field);
  field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  expect(root.querySelector("form")).toBeNull();
  expect(document.activeElement).toBe(root.querySelector("button"));
  expect(sent).toEqual([]);
});

test("a grave option is sent at the second press, but not by a double click", () => {
  const { root, sent } = drawn(() => <OptionItem option={{ ...option("StopTurns"), grave: true }} />);
  const button = root.querySelector("button") as HTMLButtonElement;
  const press = (detail: number) => button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  press(1);
  press(2);
  expect(button.textContent).toBe("Really? StopTurns");
  expect(sent).toEqual([]);
  press(1);
  expect(sent).toHaveLength(1);
});

test("a key presses the first option of a list; if it is grave, the first press asks and the second confirms", () => {
  for (const grave of [false, true]) {
    const options = [{ ...option("EndTurn"), grave }, option("StopTurns")];
    const { root, sent } = drawn(() => <OptionButtons options={options} firstKey="n" />);
    const stop = listenForKeys({ palette: () => {}, keyMap: () => {} });
    const press = () => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true }));
    press();
    expect(document.activeElement).toBe(root.querySelector("button"));
    if (grave) {
      expect([document.activeElement?.textContent, sent]).toEqual(["Really? EndTurn", []]);
      press();
    }
    stop();
    expect(sent).toHaveLength(1);
    dispose();
  }
});

test("a form names the text that it lacks, and is not sent without it", async () => {
  const named = { ...input("name", "text"), label: "What is it?", least: 1 };
  const { root, sent, press, opened } = drawn(() => <OptionItem option={option("OpenTask", named)} />);
  press("button");
  await opened();
  expect(root.querySelector('[data-testid="lacks"]')?.textContent).toContain("“What is it?”");
  const submit = () => root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  const type = (words: string) => {
    const field = root.querySelector("form input") as HTMLInputElement;
    field.value = words;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  type("  ");
  submit();
  expect(root.querySelector<HTMLButtonElement>('[data-testid="do-OpenTask"]')?.disabled).toBe(true);
  expect(sent).toEqual([]);
  type("Up the mast");
  expect(root.querySelector('[data-testid="lacks"]')).toBeNull();
  submit();
  expect(sent).toMatchObject([["OpenTask", { name: "Up the mast" }]]);
});

test("a form that lacks a file is not sent", async () => {
  const file = { ...input("text", "file"), label: "The file", least: 1 };
  const { root, sent, press, opened } = drawn(() => <OptionItem option={option("ImportCharacter", file)} />);
  press("button");
  await opened();
  expect(root.querySelector('[data-testid="lacks"]')?.textContent).toContain("“The file”");
  root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  expect(sent).toEqual([]);
});

test("a pool that would be refused shows the refusal in place of the odds", async () => {
  const refusal = "Pick an ability beside an attribute.";
  const { root } = drawn(() => <Odds draft={{ command: "Roll", fields: {} }} />, { refusal, words: typed(refusal) });
  await expect.poll(() => root.querySelector(".objection")?.textContent).toBe(refusal);
  expect(root.querySelector(".odds")?.textContent).toBe("");
});

test("a choice that the reader must make starts empty (X7)", async () => {
  const choices = ["drugged", "dim hall"].map((value) => ({ value, label: value, hint: "" }));
  const which = { ...input("circumstance", "choice"), choices, least: 1 };
  const { root, sent, press, opened } = drawn(() => <OptionItem option={option("EndCircumstance", which)} startOpen />);
  await opened();
  const go = () => root.querySelector<HTMLButtonElement>('[data-testid="do-EndCircumstance"]');
  expect([root.querySelectorAll("input:checked").length, go()?.disabled]).toEqual([0, true]);
  press('input[value="dim hall"]');
  expect(go()?.disabled).toBe(false);
  go()?.click();
  expect(sent).toEqual([["EndCircumstance", { circumstance: "dim hall" }]]);
});

test("a single choice is taken without asking", () => {
  const which = { ...input("circumstance", "choice"), choices: [{ value: "drugged", label: "drugged", hint: "" }], least: 1 };
  const { sent, press } = drawn(() => <OptionItem option={option("EndCircumstance", which)} />);
  press("button");
  expect(sent).toEqual([["EndCircumstance", { circumstance: "drugged" }]]);
});
