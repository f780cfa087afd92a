/**
 * Sockets that are opened before the page is there, so that nobody waits for a handshake, or for the table's first
 * answer, once it is. The table closes one over which it hears nothing for five seconds: a new one is opened then.
 */

import type { SUBPROTOCOL } from "../messages";

/** Said here again, so that this does not wait for all that stands there; the compiler sees that it is the same. */
const PROTOCOL: typeof SUBPROTOCOL = "coterie.1";

interface EarlySocket {
  readonly socket: WebSocket;
  readonly hello: Uint8Array<ArrayBuffer>;
  readonly received: MessageEvent[];
}

/** One over which nothing was said yet. */
let spare: WebSocket | undefined;
/** One that said hello already, and what came of it. */
let greeted: EarlySocket | undefined;

function openSocket(): WebSocket {
  const base = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${base}//${location.host}/ws`, PROTOCOL);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** Connecting, or open. */
const isUsable = (socket: WebSocket | undefined): socket is WebSocket => socket !== undefined && socket.readyState <= 1;

function takeSpare(): WebSocket {
  const found = isUsable(spare) ? spare : openSocket();
  spare = undefined;
  return found;
}

function whenOpen(socket: WebSocket, run: () => void): void {
  if (socket.readyState === 1) run();
  else socket.onopen = run;
}

/** Open one that will be wanted soon. */
export function openSpareSocket(): void {
  if (!isUsable(spare)) spare = openSocket();
}

/** Say hello for the page that will come. */
export function sendEarlyHello(hello: Uint8Array<ArrayBuffer>): void {
  const socket = takeSpare();
  const received: MessageEvent[] = [];
  socket.onmessage = (event) => received.push(event);
  whenOpen(socket, () => socket.send(hello));
  greeted = { socket, hello, received };
}

/** A socket over which this is said first. What came of it already is heard as soon as somebody listens. */
export function takeSocket(hello: Uint8Array<ArrayBuffer>): WebSocket {
  const early = greeted;
  greeted = undefined;
  if (early !== undefined && isUsable(early.socket) && String(early.hello) === String(hello)) {
    queueMicrotask(() => early.received.forEach((event) => early.socket.onmessage?.(event)));
    return early.socket;
  }
  closeOnceOpen(early?.socket);
  const socket = takeSpare();
  whenOpen(socket, () => socket.send(hello));
  return socket;
}

function closeOnceOpen(socket: WebSocket | undefined): void {
  // Browsers complain of one that is closed before it is open.
  if (isUsable(socket)) whenOpen(socket, () => socket.close());
}

/** The one over which nothing was said is not wanted after all. */
export function closeSpareSocket(): void {
  closeOnceOpen(spare);
  spare = undefined;
}

/** None is wanted: the page does not come. */
export function closeEarlySockets(): void {
  closeOnceOpen(greeted?.socket);
  greeted = undefined;
  closeSpareSocket();
}
