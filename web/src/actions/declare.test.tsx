import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import type { Choice, Input, Option } from "../messages";
import { type Table, TableContext } from "../state/table";
import { DeclarePanel } from "./declare";

let dispose = () => {};
afterEach(() => dispose());

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

function drawn(audience = "everyone", splits = "share") {
  const [options, setOptions] = createSignal<readonly Option[]>([strike("ben")]);
  const sent: unknown[] = [];
  const table = {
    send: (_: string, fields: unknown) => (sent.push(fields), Promise.resolve({ ok: true })),
    previewCommand: () => Promise.resolve(null),
    audienceOf: () => audience,
    audiencesOf: () => [audience],
    get: () => ({ splits }),
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(
    () => (
      <TableContext.Provider value={table}>
        <DeclarePanel options={options()} name="Anna" />
      </TableContext.Provider>
    ),
    root,
  );
  dispose = () => {
    stop();
    root.remove();
  };
  const list = root.querySelector("select") as HTMLSelectElement;
  list.value = list.options[1]?.value ?? "";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  const inputs = () => [...root.querySelectorAll<HTMLInputElement>(".action-row input")];
  const one = (selector: string) => root.querySelector(`.action-row ${selector}`) as HTMLInputElement;
  const type = (field: HTMLInputElement, value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const submit = () => root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  return { heading: root.querySelector("h3")?.textContent, inputs, one, type, submit, setOptions, sent };
}

test("an answer leaves every field in place, with its name and the focus", () => {
  const { inputs, one, type } = drawn();
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
  const { one, type } = drawn();
  for (const many of ["20", "30"]) type(one('[name="dice"]'), many);
  expect(one('[name="dice"]').value).toBe("9");
});

test("a hidden character is marked where it declares", () => {
  expect(drawn("storyteller").heading).toBe("Anna (hidden) declares");
  dispose();
  expect(drawn("players").heading).toBe("Anna declares");
});

test("another action is offered only if a turn may have several (M4)", () => {
  const further = () => [...document.querySelectorAll("option")].some((option) => option.textContent === "Another action…");
  drawn("everyone", "share");
  expect(further()).toBe(true);
  dispose();
  drawn("everyone", "none");
  expect(further()).toBe(false);
  (document.querySelector('[aria-label="Remove Strike"]') as HTMLElement).click();
  expect(document.querySelector("option")?.textContent).toBe("Choose an action…");
});
