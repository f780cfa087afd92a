import { expect, onTestFinished, test, vi } from "vitest";
import type { Table } from "../state/table";

/** The palette, for short. */
const PALETTE = { Palette: (props: { typed: string }) => `Palette: ${props.typed}` };

/** Draw the keys of a page with a button for "r", load the palette as given, and press Ctrl-K. */
async function afterCtrlK(palette: () => Promise<object>) {
  vi.resetModules();
  vi.doMock("./palette", palette);
  const [{ Aids }, { mounted }] = await Promise.all([import("./aids"), import("../state/testing/mounted"), import("../words/testing/english")]);
  const root = mounted({ options: () => [], get: () => undefined } as unknown as Table, () => Aids());
  const button = document.createElement("button");
  button.dataset["key"] = "r";
  const roll = vi.fn();
  button.addEventListener("click", roll);
  document.body.append(button);
  onTestFinished(() => button.remove());
  const press = (key: string, more: KeyboardEventInit = {}) => button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  press("k", { ctrlKey: true });
  return { root, press, roll };
}

test("while the palette is loaded no key of the page acts, and its field gets what is typed", async () => {
  let load = () => {};
  const loading = new Promise<void>((done) => (load = done));
  const { root, press, roll } = await afterCtrlK(() => loading.then(() => PALETTE));
  press("r");
  expect(roll).not.toHaveBeenCalled();
  const early = root.querySelector("input");
  if (early === null) throw new Error("no field");
  early.value = "exper";
  early.dispatchEvent(new Event("input", { bubbles: true }));
  load();
  await vi.waitFor(() => expect(root.textContent).toBe("Palette: exper"));
  expect(root.querySelector("dialog")).toBeNull();
});

test("a field that was closed while the palette is loaded stays closed", async () => {
  let load = () => {};
  const loading = new Promise<void>((done) => (load = done));
  const { root, press, roll } = await afterCtrlK(() => loading.then(() => PALETTE));
  root.querySelector("dialog")?.close();
  press("r");
  expect(roll).toHaveBeenCalledOnce();
  load();
  await vi.dynamicImportSettled();
  expect(root.textContent).toBe("");
});

test("if the palette cannot be loaded, a notice says so, and the keys act again", async () => {
  const { root, press, roll } = await afterCtrlK(() => Promise.reject(new Error("gone")));
  await vi.waitFor(() => expect(root.querySelector("[data-testid=lost]")).not.toBeNull(), { timeout: 5000 });
  expect(root.querySelector("dialog")).toBeNull();
  press("r");
  expect(roll).toHaveBeenCalledOnce();
});
