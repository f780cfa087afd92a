/** Sockets that are opened before the page is loaded, so that the page need not wait for the handshake or for the
 * first answer. The server closes a socket that sends no hello within five seconds: then a new one is opened. */

import type { SUBPROTOCOL } from "../messages";

/** A copy of the constant in `messages.ts`, so that this script does not load that file; the compiler checks that
 * both are equal. */
const PROTOCOL: typeof SUBPROTOCOL = "coterie.1";

interface EarlySocket {
  readonly socket: WebSocket;
  readonly hello: Uint8Array<ArrayBuffer>;
  readonly received: MessageEvent[];
}

/** A socket without a hello yet. */
let spare: WebSocket | undefined;
/** A socket that has sent its hello, with the messages received since. */
let greeted: EarlySocket | undefined;

function openSocket(): WebSocket {
  // Relative to the page, which may lie under a path of another site.
  const socket = new WebSocket(new URL("ws", location.href).href.replace("http", "ws"), PROTOCOL);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** True if the socket is connecting or open. */
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

/** Open a spare socket for a later hello. */
export function openSpareSocket(): void {
  if (!isUsable(spare)) spare = openSocket();
}

/** Send the hello before the page is loaded. */
export function sendEarlyHello(hello: Uint8Array<ArrayBuffer>): void {
  const socket = takeSpare();
  const received: MessageEvent[] = [];
  socket.onmessage = (event) => received.push(event);
  whenOpen(socket, () => socket.send(hello));
  greeted = { socket, hello, received };
}

/** Return a socket that sends this hello first. Messages that it received before are delivered once a handler is
 * set. */
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

/** Close a socket, once it is open if it is still connecting: browsers log a warning if it is closed earlier. */
export function closeOnceOpen(socket: WebSocket | undefined): void {
  if (isUsable(socket)) whenOpen(socket, () => socket.close());
}

/** Close the spare socket: it is not needed. */
export function closeSpareSocket(): void {
  closeOnceOpen(spare);
  spare = undefined;
}

/** Close all early sockets: the page could not be loaded. */
export function closeEarlySockets(): void {
  closeOnceOpen(greeted?.socket);
  greeted = undefined;
  closeSpareSocket();
}
