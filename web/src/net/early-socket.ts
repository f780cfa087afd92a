/**
 * Sockets that are opened before the page is there, so that nobody waits for a handshake, or for the table's first
 * answer, once it is. The table closes one over which it hears nothing for five seconds: a new one is opened then.
 */

import type { SUBPROTOCOL } from "../messages";

/** Said here again, so that this does not wait for all that stands there; the compiler sees that it is the same. */
const PROTOCOL: typeof SUBPROTOCOL = "coterie.1";

interface Greeted {
  readonly socket: WebSocket;
  readonly hello: Uint8Array<ArrayBuffer>;
  readonly heard: MessageEvent[];
}

/** One over which nothing was said yet. */
let spare: WebSocket | undefined;
/** One that said hello already, and what came of it. */
let greeted: Greeted | undefined;

function opened(): WebSocket {
  const base = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${base}//${location.host}/ws`, PROTOCOL);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** Connecting, or open. */
const isGood = (socket: WebSocket | undefined): socket is WebSocket => socket !== undefined && socket.readyState <= 1;

function taken(): WebSocket {
  const found = isGood(spare) ? spare : opened();
  spare = undefined;
  return found;
}

function whenOpen(socket: WebSocket, run: () => void): void {
  if (socket.readyState === 1) run();
  else socket.onopen = run;
}

/** Open one that will be wanted soon. */
export function openAhead(): void {
  if (!isGood(spare)) spare = opened();
}

/** Say hello for the page that will come. */
export function greetAhead(hello: Uint8Array<ArrayBuffer>): void {
  const socket = taken();
  const heard: MessageEvent[] = [];
  socket.onmessage = (event) => heard.push(event);
  whenOpen(socket, () => socket.send(hello));
  greeted = { socket, hello, heard };
}

/** A socket over which this is said first. What came of it already is heard as soon as somebody listens. */
export function connected(hello: Uint8Array<ArrayBuffer>): WebSocket {
  const early = greeted;
  greeted = undefined;
  if (early !== undefined && isGood(early.socket) && String(early.hello) === String(hello)) {
    queueMicrotask(() => early.heard.forEach((event) => early.socket.onmessage?.(event)));
    return early.socket;
  }
  shut(early?.socket);
  const socket = taken();
  whenOpen(socket, () => socket.send(hello));
  return socket;
}

function shut(socket: WebSocket | undefined): void {
  // Browsers complain of one that is closed before it is open.
  if (isGood(socket)) whenOpen(socket, () => socket.close());
}

/** The one over which nothing was said is not wanted after all. */
export function putAway(): void {
  shut(spare);
  spare = undefined;
}

/** None is wanted: the page does not come. */
export function hangUp(): void {
  shut(greeted?.socket);
  greeted = undefined;
  putAway();
}
