/** Numbers that this page leaves for the Storyteller's public dice, so that she does not bring about herself what they
 * are drawn with. A few wait at the table at all times; more are sent when most of them were used. */

import { createEffect, createMemo } from "solid-js";
import type { Table } from "./table";

const BUNCH = 8;

const SIZE = 16;

function bunch(): Uint8Array[] {
  const drawn = crypto.getRandomValues(new Uint8Array(BUNCH * SIZE));
  return Array.from({ length: BUNCH }, (_, n) => drawn.slice(n * SIZE, (n + 1) * SIZE));
}

export function lendNumbers(table: Table): void {
  let left = 0;
  let counted = 0;
  const plays = createMemo(() => table.role() === "player" && (table.get("Setting", "setting")?.open ?? false));
  const used = createMemo(() =>
    plays() ? table.story().filter(({ record }) => record.type === "Roll" && record.who !== table.seat() && record.seal?.by === table.seat()).length : 0,
  );
  createEffect(() => {
    const now = used();
    if (!plays()) return;
    left -= Math.max(0, now - counted);
    counted = now;
    if (left >= BUNCH / 2) return;
    left += BUNCH;
    void table.connection.command("LeaveNonces", { nonces: bunch() });
  });
}
