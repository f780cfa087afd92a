import { render } from "solid-js/web";
import { afterEach, expect, test } from "vitest";
import type { Rulebook, Sheet } from "../messages";
import { type Table, TableContext } from "../state/table";
import { SheetEditor } from "./sheet-editor";

let dispose = () => {};
afterEach(() => dispose());

const BOOK = { traits: [], stores: [{ name: "Blood", a_turn: "" }], powers: [], weapons: [], aliases: [] } as unknown as Rulebook;
const SHEET: Sheet = { type: "Sheet", id: "anna", traits: [], specialties: [], pools: [], items: [], flags: [] };

/** The stores that are sent after a store gets one more dot. */
async function sent(place: string, isStoryteller: boolean): Promise<unknown> {
  let asked: unknown;
  const table = {
    ...{ stream: "scene/c/s", seat: () => `${place} ${isStoryteller}` },
    isStoryteller: () => isStoryteller,
    refusal: () => "",
    get: (type: string) => ({ Setting: { place }, Sheet: SHEET, Rulebook: BOOK })[type] ?? { name: "Anna" },
    sendQuietly: async (_command: string, fields: { pools: unknown }) => {
      asked = fields.pools;
      return { ok: false, sentence: "" };
    },
  } as unknown as Table;
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(
    () => (
      <TableContext.Provider value={table}>
        <SheetEditor id="anna" close={() => {}} />
      </TableContext.Provider>
    ),
    root,
  );
  document.querySelector<HTMLButtonElement>('[aria-label="Rating of Blood: one more"]')?.click();
  document.querySelector<HTMLFormElement>("form.by-hand")?.requestSubmit();
  await Promise.resolve();
  dispose();
  root.remove();
  return asked;
}

test("a new rating of a player in a scene is sent without points, elsewhere with all points (D16)", async () => {
  expect(await sent("scene", false)).toEqual([["Blood", 1, 0]]);
  expect(await sent("scene", true)).toEqual([["Blood", 1, 1]]);
  expect(await sent("chronicle", false)).toEqual([["Blood", 1, 1]]);
});
