import { decode, encode } from "@msgpack/msgpack";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstHello, enterEarly } from "./early-hello";
import type * as Ahead from "./early-socket";
import { writeFrame } from "./codec";

/** A socket that opens, receives and fails at the test's command. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: unknown) => void) | null = null;
  sent: unknown[] = [];
  constructor() {
    FakeSocket.all.push(this);
  }
  send(data: Uint8Array) {
    this.sent.push(decode(data));
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  close() {
    this.readyState = 3;
  }
}

const HELLO = firstHello("a token", "chronicle/x");
const SAID = ["hello", "a token", "chronicle/x", "", [], true];
let ahead: typeof Ahead;
const nth = (n: number) => FakeSocket.all[n] as FakeSocket;

beforeEach(async () => {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.resetModules();
  ahead = await import("./early-socket");
});
afterEach(() => vi.unstubAllGlobals());

test("the hand-written first hello equals the page's own", () => {
  for (const token of ["", "short", "t".repeat(31), "t".repeat(43), "t".repeat(255)]) {
    for (const story of [true, false]) {
      const fields = { token, stream: "chronicle/x", epoch: "", position: [], story };
      expect([...firstHello(token, "chronicle/x", story)]).toEqual([...encode(writeFrame("hello", fields, "Hello"))]);
    }
  }
  expect(() => firstHello("t".repeat(256), "chronicle/x")).toThrow(RangeError);
});

test("answers received before the page is loaded are delivered to it, in order", async () => {
  ahead.sendEarlyHello(HELLO);
  nth(0).open();
  nth(0).onmessage?.("first");
  const received: unknown[] = [];
  const wire = ahead.takeSocket(HELLO);
  wire.onmessage = (event) => received.push(event);
  await Promise.resolve();
  nth(0).onmessage?.("second");
  expect(received).toEqual(["first", "second"]);
  expect([FakeSocket.all.length, nth(0).sent]).toEqual([1, [SAID]]);
});

test("a page with a different hello uses another socket", () => {
  ahead.sendEarlyHello(HELLO);
  nth(0).open();
  ahead.takeSocket(firstHello("a token", "scene/y"));
  nth(1).open();
  expect([nth(0).readyState, nth(1).sent]).toEqual([3, [["hello", "a token", "scene/y", "", [], true]]]);
});

test("a spare socket is used, unless it has closed", () => {
  ahead.openSpareSocket();
  nth(0).open();
  expect(ahead.takeSocket(HELLO)).toBe(nth(0));
  expect(nth(0).sent).toEqual([SAID]);
  ahead.openSpareSocket();
  nth(1).close();
  expect(ahead.takeSocket(HELLO)).toBe(nth(2));
  ahead.sendEarlyHello(HELLO);
  nth(3).close();
  expect(ahead.takeSocket(HELLO)).toBe(nth(4));
});

test("an unneeded socket is closed, but not before it is open", () => {
  ahead.openSpareSocket();
  ahead.closeSpareSocket();
  expect(nth(0).readyState).toBe(0);
  nth(0).open();
  expect(nth(0).readyState).toBe(3);
});

test("if the page does not load, all sockets are closed and no hello is sent", () => {
  ahead.sendEarlyHello(HELLO);
  ahead.openSpareSocket();
  nth(1).open();
  ahead.closeEarlySockets();
  nth(0).open();
  expect(FakeSocket.all.map(({ readyState, sent }) => [readyState, sent])).toEqual([[3, []], [3, []]]);
});

test("SEC5: the secret leaves the address as soon as it is sent", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  history.replaceState(null, "", "/#a-secret");
  expect(enterEarly()).toBeInstanceOf(Promise);
  expect(location.hash).toBe("");
  expect(enterEarly()).toBeUndefined();
});
