/** For tests: a wire whose server side the test controls, and a clock that the test moves. */

import { decode, encode } from "@msgpack/msgpack";
import type { Wire, World } from "../connection";

type Sent = [string, ...unknown[]];

class FakeWire implements Wire {
  readyState = 0;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  sent: Uint8Array[] = [];
  private readonly hello: Uint8Array;
  constructor(hello: Uint8Array) {
    this.hello = hello;
  }
  send(data: Uint8Array) {
    this.sent.push(data);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.sent.push(this.hello);
  }
  fail(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason } as CloseEvent);
  }
  deliver(...frames: unknown[][]) {
    const bytes = frames.map((f) => encode(f));
    const all = new Uint8Array(bytes.reduce((n, b) => n + b.length, 0));
    let at = 0;
    for (const b of bytes) {
      all.set(b, at);
      at += b.length;
    }
    this.onmessage?.({ data: all.buffer } as MessageEvent);
  }
  frames = () => this.sent.map((s) => decode(s) as Sent);
}

export class FakeWorld implements World {
  wires: FakeWire[] = [];
  timers: { at: number; run: () => void }[] = [];
  time = 0;
  chance = 0.5;
  ids = 0;
  close = (wire: Wire) => wire.close();
  open = (hello: Uint8Array) => {
    const wire = new FakeWire(hello);
    this.wires.push(wire);
    return wire;
  };
  now = () => this.time;
  random = () => this.chance;
  id = () => new Uint8Array(16).fill(++this.ids);
  after = (ms: number, run: () => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((t) => t !== timer);
    };
  };
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers = this.timers.filter((t) => t !== due);
      this.time = due.at;
      due.run();
    }
    this.time = end;
  }
  get wire(): FakeWire {
    const wire = this.wires.at(-1);
    if (wire === undefined) throw new Error("nothing was opened");
    return wire;
  }
}
