import { expect, test } from "vitest";
import { RecordSignals } from "../state/record-signals";
import type { AnyRecord } from "../messages";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { MyCharactersProvider } from "./my-character";
import { LAID_OUT } from "../state/testing/layouts";
import { SheetPanel } from "./sheet";

/** Draw the panel beside the story for Anna's player, at a table with these records. */
function drawn(...records: AnyRecord[]) {
  const live = new RecordSignals();
  live.replace([{ frame: "view", audience: "everyone", count: 1, chain: new Uint8Array(), records }]);
  const rolling = { command: "Roll", actor: "", label: "Roll dice", hint: "", group: "dice", urgent: false, grave: false, inputs: [], parts: [] };
  const table = {
    ...{ all: live.all.bind(live), get: live.get.bind(live), isStoryteller: () => false, seat: () => "ANNA", seatName: () => "" },
    ...{ options: () => [rolling], previewCommand: () => Promise.resolve(null) },
    ...LAID_OUT,
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <SheetPanel rolled={() => {}} />
    </MyCharactersProvider>
  ));
  return root;
}

const away = (id: string, name: string, player: string): AnyRecord => ({ type: "Absent", id, name, player });

test("a player whose only character is out of the scene reads that, above the plain dice (X4)", () => {
  const root = drawn(away("anna", "Ilse", "ANNA"), away("ben", "Rook", "BEN"));
  expect([...root.querySelectorAll('[data-testid="not-here"]')].map((line) => line.textContent)).toEqual(["Ilse is not in the scene."]);
  expect(root.querySelector("h3")?.textContent).toBe("Plain dice");
  expect(root.querySelector('[data-testid="roll-panel"]')).not.toBeNull();
});
