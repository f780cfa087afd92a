import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import { AddFromList } from "./add-from-list";

let dispose = () => {};
afterEach(() => dispose());

function drawn() {
  const added: [string, boolean][] = [];
  const root = document.createElement("div");
  document.body.append(root);
  const stop = render(
    () => (
      <AddFromList label="Action" listName="actions" empty="choose…" add={(value, byKeys) => added.push([value, byKeys])}>
        <option value="bite">Bite</option>
        <option value="clinch">Clinch</option>
      </AddFromList>
    ),
    root,
  );
  dispose = () => {
    stop();
    root.remove();
  };
  const list = root.querySelector("select") as HTMLSelectElement;
  const key = (key: string) => list.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const pass = (value: string) => {
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { root, list, added, key, pass };
}

test("with the pointer, a choice is added at once", () => {
  const { list, added, pass } = drawn();
  list.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  pass("clinch");
  expect(added).toEqual([["clinch", false]]);
  expect(list.value).toBe("");
});

test("with the keyboard, arrows pass over the choices, and only Enter adds the current choice", () => {
  const { list, added, key, pass } = drawn();
  for (const value of ["bite", "clinch"]) {
    key("ArrowDown");
    pass(value);
  }
  expect(added).toEqual([]);
  key("Enter");
  expect(added).toEqual([["clinch", true]]);
  key("Enter");
  expect(added).toHaveLength(1);
  expect(list.value).toBe("");
});

test("the button adds, and is there while a choice is selected", () => {
  const { root, added, key, pass } = drawn();
  expect(root.querySelector("button")).toBeNull();
  key("b");
  pass("bite");
  root.querySelector("button")?.click();
  expect(added).toEqual([["bite", true]]);
  expect(root.querySelector("button")).toBeNull();
});
