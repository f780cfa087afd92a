/** Numbers that this page leaves for the Storyteller's public dice, so that she does not bring about herself what they
 * are drawn with. A few wait at the table at all times; more are sent when most of them were used. */

import { createEffect, createMemo } from "solid-js";
import type { AnyRecord } from "../messages";
import type { Table } from "./table";

const BATCH = 8;

const SIZE = 16;

function newNonces(): Uint8Array[] {
  const drawn = crypto.getRandomValues(new Uint8Array(BATCH * SIZE));
  return Array.from({ length: BATCH }, (_, n) => drawn.slice(n * SIZE, (n + 1) * SIZE));
}

export function leaveNonces(table: Table): void {
  let left = 0;
  let seen: number | undefined;
  const plays = createMemo(() => table.role() === "player" && (table.get("Setting", "setting")?.open ?? false));
  const usedMyNonce = (record: AnyRecord, mine: string) =>
    record.type === "Roll" && record.who !== mine && record.seal?.by === mine;
  createEffect(() => {
    if (!plays()) return;
    const now = table.added();
    const added = now - (seen ?? now);
    seen = now;
    // Only what is new is looked at: the story may be ten thousand lines long.
    const mine = table.seat();
    if (added > 0) left -= table.story().slice(-added).filter(({ record }) => usedMyNonce(record, mine)).length;
    if (left >= BATCH / 2) return;
    left += BATCH;
    void table.connection.command("LeaveNonces", { nonces: newNonces() }).then(({ ok }) => ok || (left -= BATCH));
  });
}
