import { expect, test } from "vitest";
import type { Reading } from "../state/record-signals";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { LAID_OUT } from "../state/testing/layouts";
import { PointStores } from "./points";

test("a point that cannot be spent says why: too many were spent in this turn (F4)", () => {
  const spend = {
    ...{ command: "SpendPoints", actor: "anna", label: "Spend points", hint: "", group: "points", urgent: false, parts: [], grave: false },
    inputs: [{ ...{ name: "store", label: "", kind: "choice", least: 0, most: 0, default: "", rarely: false }, choices: [{ value: "Fate", label: "Fate", hint: "" }] }],
  };
  const records: Readonly<Record<string, unknown>> = {
    "Sheet anna": { pools: [["Blood", 10, 6], ["Fate", 3, 1], ["Willpower", 5, 0]] },
    "PointsUsed anna Blood": { turn: 40, points: 2 },
    "Turn turn": { began: 40 },
  };
  const reading = { get: (type: string, id: string) => records[`${type} ${id}`] } as unknown as Reading;
  const table = { options: () => [spend], ...LAID_OUT } as unknown as Table;
  const root = mounted(table, () => <PointStores reading={reading} id="anna" live={true} />);
  const less = (store: string) => root.querySelector<HTMLButtonElement>(`[data-store="${store}"] [data-testid="point-less"]`);
  expect(less("Blood")?.disabled).toBe(true);
  expect(less("Blood")?.title).toContain("2 spent this turn, and that is the limit");
  expect(less("Willpower")?.title).toBe("Willpower: none left");
  expect(less("Fate")?.disabled).toBe(false);
  expect(less("Fate")?.title).toBe("Spend one");
});
