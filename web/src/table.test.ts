import { expect, test } from "vitest";
import type { World } from "./core/socket";
import { encode, decodeMulti } from "@msgpack/msgpack";
import { Table } from "./table";

type Sent = readonly unknown[];

/** A table on a wire that somebody holds the other end of. */
function atTable() {
  const said: Sent[] = [];
  const wires: { onmessage: ((event: MessageEvent) => void) | null; onclose: ((event: CloseEvent) => void) | null }[] = [];
  let retry = () => {};
  const world: World = {
    open: (hello) => {
      said.push(...(decodeMulti(hello) as Generator<Sent>));
      const wire = { readyState: 1, onmessage: null, onclose: null, send: () => {}, close: () => {} };
      wires.push(wire);
      return wire;
    },
    now: () => 0,
    random: () => 0,
    id: () => new Uint8Array(16),
    after: (_ms, run) => {
      retry = run;
      return () => {};
    },
  };
  const table = new Table("a token", "scene/c/s", () => {}, world);
  table.connection.start();
  const hear = (...frames: unknown[][]) => {
    const bytes = frames.map((frame) => [...encode(frame)]).flat();
    wires.at(-1)?.onmessage?.({ data: Uint8Array.from(bytes).buffer } as MessageEvent);
  };
  const cut = () => {
    wires.at(-1)?.onclose?.({ code: 1006, reason: "" } as CloseEvent);
    retry();
    return said.at(-1);
  };
  return { table, hear, cut };
}

const welcome = (resumed: boolean) => ["welcome", "epoch", "anna", "player", "Anna", "scene/c/s", resumed, "disk"];
const view = ["view", "everyone", 50, new Uint8Array([1]), [["Line", "50.1", 50, 50, "told", "", "the newest", []]]];
const earlier = ["earlier", "everyone", [["Line", "49.1", 49, 49, "told", "", "before that", []]]];

test("whoever is cut off before the story was told to its beginning begins anew", () => {
  const { hear, cut } = atTable();
  hear(welcome(false), view);
  expect(cut()?.slice(3)).toEqual(["", []]);
});

test("whoever has all of it goes on from there, however often the line is cut", () => {
  const { table, hear, cut } = atTable();
  hear(welcome(false), view);
  hear(earlier);
  expect(table.story().map((entry) => entry.record.id)).toEqual(["49.1", "50.1"]);
  const there = ["epoch", [["everyone", 50, new Uint8Array([1])]]];
  expect(cut()?.slice(3)).toEqual(there);
  hear(welcome(true));
  expect(cut()?.slice(3)).toEqual(there);
});

test("a story that cannot be read to its beginning is said to be so, and not asked for without end", async () => {
  const { table, hear, cut } = atTable();
  hear(welcome(false), view);
  const refused = table.whole();
  hear(["looked", 1, 0, 50, 0, "What was before cannot be read just now."]);
  expect(await refused).toBe(false);
  cut();
  expect(await table.whole()).toBe(false);
});
