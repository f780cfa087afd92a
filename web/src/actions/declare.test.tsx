import { createSignal } from "solid-js";
import { expect, test } from "vitest";
import type { Choice, Input, Option } from "../messages";
import type { Table } from "../state/table";
import { mounted, unmount } from "../state/testing/mounted";
import { Declaration } from "./declaration";
import { phrase } from "../words/words";

const choice = (value: string): Choice => ({ value, label: value, hint: "" });
const input = (name: string, kind: Input["kind"], ...choices: string[]): Input => ({
  ...{ name, label: name, kind, choices: choices.map(choice), least: 0, most: 9, default: "", rarely: false },
});
const strike = (...targets: string[]): Option => ({
  ...{ command: "DeclareAction", actor: "anna", label: "Strike", hint: "C1", group: "declare", urgent: true, grave: false, parts: [] },
  inputs: [
    input("manoeuvre", "choice", "strike"),
    input("targets", "choices", ...targets),
    input("weapon", "choice", "", "knife"),
    input("dice", "number"),
  ],
});

/** The characters of players. */
const PLAYED = ["anna", "ben"];

/** Draw the panel; `inRows`: put the declaration together in rows, with a first one. */
function drawn(audience = "everyone", splits = "share", inRows = true, answer: unknown = { ok: true }, line = false) {
  const [options, setOptions] = createSignal<readonly Option[]>([strike("ben")]);
  const sent: unknown[] = [];
  const table = {
    sendQuietly: (_: string, fields: unknown) => (sent.push(fields), Promise.resolve(answer)),
    previewCommand: () => Promise.resolve(null),
    audienceOf: () => audience,
    audiencesOf: () => [audience],
    get: (type: string, id: string) => (type === "Face" ? { player: PLAYED.includes(id) ? id : "" } : { splits }),
    seatName: (id: string) => `seat of ${id}`,
  } as unknown as Table;
  const root = mounted(table, () => <Declaration options={options()} name="Anna" line={line} />);
  const press = (selector: string) => (root.querySelector(selector) as HTMLElement).click();
  const add = () => press('[data-manoeuvre="strike"]');
  if (inRows) {
    press('[data-testid="declare-in-rows"]');
    add();
  }
  const inputs = () => [...root.querySelectorAll<HTMLInputElement>(".action-row input")];
  const one = (selector: string) => root.querySelector(`.action-row ${selector}`) as HTMLInputElement;
  const type = (field: HTMLInputElement, value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const submit = () => root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  return { root, press, add, heading: root.querySelector("h3")?.textContent, inputs, one, type, submit, setOptions, sent };
}

test("an answer leaves every field in place, with its name and the focus", () => {
  const { add, inputs, one, type } = drawn();
  add();
  const before = inputs();
  const names = before.map((field) => field.name);
  const target = one('[name="targets"]');
  target.focus();
  target.click();
  expect(document.activeElement).toBe(target);
  expect(target.checked).toBe(true);
  type(one('[name="dice"]'), "3");
  one('[value="knife"]').click();
  expect(inputs()).toEqual(before);
  expect(inputs().every((field, i) => field === before[i])).toBe(true);
  expect(inputs().map((field) => field.name)).toEqual(names);
});

test("new offers leave the fields too, and a target that is gone is not declared", () => {
  const { inputs, one, submit, setOptions, sent } = drawn();
  const before = inputs();
  one('[value="ben"]').click();
  setOptions([strike("ben", "vera")]);
  expect(before.every((field) => inputs().includes(field))).toBe(true);
  one('[value="vera"]').click();
  setOptions([strike("vera")]);
  submit();
  expect(sent).toMatchObject([{ actions: [{ manoeuvre: "strike", targets: ["vera"] }] }]);
});

test("a value above the maximum is corrected in sight, even if it changes no other value", () => {
  const { add, one, type } = drawn();
  add();
  for (const many of ["20", "30"]) type(one('[name="dice"]'), many);
  expect(one('[name="dice"]').value).toBe("9");
});

test("a hidden character is marked where it declares", () => {
  expect(drawn("storyteller").heading).toBe("Anna (hidden) declares");
  unmount();
  expect(drawn("players").heading).toBe("Anna declares");
});

test("another action is offered only if a turn may have several (M4)", () => {
  const further = () => document.querySelector(".manoeuvres") !== null;
  drawn("everyone", "share");
  expect(further()).toBe(true);
  unmount();
  drawn("everyone", "none");
  expect(further()).toBe(false);
  (document.querySelector('[aria-label="Remove Strike"]') as HTMLElement).click();
  expect(further()).toBe(true);
});

const aimed = (option: Option, fixed = ""): Option => ({
  ...option,
  inputs: option.inputs.map((i) => (i.name === "targets" ? { ...i, least: 1, most: 1, default: fixed } : i)),
});

test("one press on a target declares the action on it, and one press is enough for an only target", async () => {
  const { press, setOptions, sent } = drawn("everyone", "share", false);
  setOptions([aimed(strike("ben", "vera"))]);
  press('[data-manoeuvre="strike"] [data-target="vera"]');
  await Promise.resolve();
  setOptions([aimed(strike("ben"), "ben")]);
  press('button[data-manoeuvre="strike"]');
  const declared = (target: string) => ({ actions: [{ manoeuvre: "strike", targets: [target], details: [], dice: 0 }] });
  expect(sent).toMatchObject([declared("vera"), declared("ben")]);
});

test("a chip keeps the server's order of targets, and offers the others beside one that is chosen already", () => {
  const { root, press, setOptions } = drawn("everyone", "share", false);
  setOptions([aimed(strike("vera", "marrow", "ben"), "vera")]);
  const targets = [...root.querySelectorAll<HTMLElement>("[data-target]")].map((button) => button.dataset["target"]);
  expect(targets).toEqual(["vera", "marrow", "ben"]);
  press('[data-testid="declare-in-rows"]');
  press('[data-manoeuvre="strike"]');
  expect([...root.querySelectorAll<HTMLInputElement>('[name="targets"]:checked')].map((box) => box.value)).toEqual(["vera"]);
});

test("a long press on a manoeuvre, or a right click, opens its rule; no code stands on the chip", () => {
  const { root, setOptions } = drawn("everyone", "share", false);
  setOptions([{ ...strike("ben"), label: phrase("typed", { text: "Strike" }, "C1"), hint: "" }]);
  const chip = root.querySelector<HTMLElement>('[data-manoeuvre="strike"]');
  expect(chip?.textContent).not.toContain("C1");
  chip?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  expect(root.querySelector(".manoeuvre-of .rule-mark")?.getAttribute("aria-expanded")).toBe("true");
});

test("an action that needs an answer opens its form in place of being declared", () => {
  const { root, press, setOptions, sent } = drawn("everyone", "share", false);
  const asks = strike("ben");
  setOptions([{ ...asks, inputs: asks.inputs.map((i) => (i.name === "weapon" ? { ...i, least: 1 } : i)) }]);
  press('[data-manoeuvre="strike"]');
  expect(sent).toEqual([]);
  expect(root.querySelectorAll(".action-row")).toHaveLength(1);
});

test("the share of the dice is asked only beside a second action (M2)", () => {
  const { root, add } = drawn();
  expect(root.querySelector('[name="dice"]')).toBeNull();
  add();
  expect(root.querySelectorAll('[name="dice"]')).toHaveLength(2);
});

test("more than five manoeuvres are found by a search, and Enter takes the first", () => {
  const { root, setOptions, sent } = drawn("everyone", "share", false);
  const names = ["Strike", "Shoot", "Dodge", "Parry", "Block", "Sweep", "Stake"];
  setOptions(
    names.map((label) => ({
      ...strike("ben"),
      label,
      inputs: [input("manoeuvre", "choice", label.toLowerCase())],
    })),
  );
  const shown = () => [...root.querySelectorAll("[data-manoeuvre]")].map((chip) => chip.getAttribute("data-manoeuvre"));
  expect(shown().slice(0, 5)).toEqual(["strike", "shoot", "dodge", "parry", "block"]);
  const search = root.querySelector('[type="search"]') as HTMLInputElement;
  search.value = "st";
  search.dispatchEvent(new Event("input", { bubbles: true }));
  expect(shown().slice(5)).toEqual(["strike", "stake"]);
  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  expect(sent).toMatchObject([{ actions: [{ manoeuvre: "strike" }] }]);
});

test("a refusal stands in the panel until the declaration changes", async () => {
  const { root, add, submit } = drawn("everyone", "share", true, { ok: false, sentence: "Too many dice." });
  submit();
  await new Promise((done) => setTimeout(done));
  expect(root.querySelector('[role="alert"]')?.textContent).toBe("Too many dice.");
  add();
  expect(root.querySelector('[role="alert"]')).toBeNull();
});

test("a character that can do nothing is told why, and has one button", () => {
  const { root, setOptions, press, sent } = drawn("everyone", "share", false);
  expect(root.querySelector('[data-testid="declare-why-nothing"]')).toBeNull();
  setOptions([{ ...strike(), label: "Do nothing", hint: "Dazed: you lose this turn.", inputs: [] }]);
  expect(root.querySelector('[data-testid="declare-why-nothing"]')?.textContent).toBe("Dazed: you lose this turn.");
  expect([...root.querySelectorAll("button")].map((one) => one.textContent)).toEqual(["Do nothing"]);
  press("button");
  expect(sent).toMatchObject([{ actions: [] }]);
});

test("on the Storyteller's desk a declaration is one line, which a key opens for her own character", () => {
  const line = (actor: string) => {
    const { root, setOptions } = drawn("storyteller", "share", false, { ok: true }, true);
    setOptions([{ ...strike("ben"), actor }]);
    return { details: root.querySelector("details"), summary: root.querySelector("summary") };
  };
  expect(line("anna").summary?.textContent).toBe("Declare for Anna (seat of anna)");
  unmount();
  const { details, summary } = line("nils");
  expect(details?.open).toBe(false);
  expect(summary?.textContent).toBe("Anna (hidden) declares");
  expect(summary?.dataset["key"]).toBe("d");
  if (details) details.open = true;
  details?.dispatchEvent(new Event("toggle"));
  expect(summary?.dataset["key"]).toBeUndefined();
  expect(document.activeElement).toBe(details?.querySelector(".manoeuvres button"));
});
