/** Nonces that a player's page leaves for the Storyteller's public dice, so that she cannot choose what they are
 * drawn from. A batch waits at the table at all times; a new batch is sent when more than half of it is used. */

import { createEffect, createMemo } from "solid-js";
import type { AnyRecord } from "../messages";
import type { Table } from "./table";

/** Nonces in a batch. */
const BATCH = 8;
/** Bytes in a nonce. */
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
    // Look only at new entries: the story may have ten thousand lines.
    const mine = table.seat();
    if (added > 0) left -= table.story().slice(-added).filter(({ record }) => usedMyNonce(record, mine)).length;
    if (left >= BATCH / 2) return;
    left += BATCH;
    void table.connection.command("LeaveNonces", { nonces: newNonces() }).then(({ ok }) => ok || (left -= BATCH));
  });
}
