import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import { type Table, TableContext } from "../table";
import { MineProvider } from "./actor";
import { Composer } from "./composer";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
});

/** The field in which one writes, what the table is shown of it, whether one is writing, and what was said. */
function drawn() {
  const shown: boolean[] = [];
  const said: unknown[] = [];
  const trouble: string[] = [];
  const table = {
    ...{ all: () => [], tells: () => true, seat: () => "vera", presence: () => null },
    setTrouble: (sentence: string) => trouble.push(sentence),
    wish: (_: string, fields: unknown) => (said.push(fields), Promise.resolve({ ok: true })),
    connection: { typing: (on: boolean) => shown.push(on) },
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(
    () => (
      <TableContext.Provider value={table}>
        <MineProvider>
          <Composer />
        </MineProvider>
      </TableContext.Provider>
    ),
    root,
  );
  const field = root.querySelector("textarea") as HTMLTextAreaElement;
  const write = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const say = () => root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  return { field, shown, said, trouble, write, say };
}

test("that somebody writes is shown, but not of what may be a throw that nobody is to know of", () => {
  const { shown, write } = drawn();
  for (const text of ["?", "?throw", "?throw 7 6 --hidden # ambush"]) write(text);
  expect(shown).toEqual([]);
  write("The fog comes in");
  expect(shown).toEqual([true]);
  write("?throw");
  expect(shown).toEqual([true, false]);
});

test("a line that is too long is not cut off: it stays, and it is said why", () => {
  const { field, said, trouble, write, say } = drawn();
  write("x".repeat(4001));
  say();
  expect(said).toEqual([]);
  expect(field.value.length).toBe(4001);
  expect(trouble).toEqual([expect.stringContaining("in pieces")]);
  write("x".repeat(4000));
  say();
  expect(said).toEqual([{ text: "x".repeat(4000), actor: "", to: [] }]);
});
