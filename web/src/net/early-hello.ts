/** Signing in before the page is loaded: the link is exchanged and the socket opened while the rest of the page
 * loads. */

import { overlayInAddress } from "../browser/stream-overlay";
import { sendEarlyHello, openSpareSocket, closeSpareSocket } from "./early-socket";
import { clearAddress, type Session, enter, currentStream, seatSession, secretInAddress } from "./session";

const packString = (text: string): number[] => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 255) throw new RangeError(`${bytes.length} bytes are more than the first hello can say`);
  return bytes.length < 32 ? [0xa0 | bytes.length, ...bytes] : [0xd9, bytes.length, ...bytes];
};

/** The hello of a page without records, in MessagePack written by hand, so that it need not wait for the library.
 * `story`: false for a page that shows nothing of the story so far. */
export const firstHello = (token: string, stream: string, story = true): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0x96, ...packString("hello"), ...packString(token), ...packString(stream), 0xa0, 0x90, story ? 0xc3 : 0xc2]);

/** Send the hello. A seat in the chronicle may be taken to an open scene at once: a spare socket is opened for that. */
function sayHello(session: Session): void {
  if (session.role === "host") return closeSpareSocket();
  const place = currentStream(session);
  sendEarlyHello(firstHello(session.token, place, overlayInAddress() === null));
  if (place === session.stream) openSpareSocket();
}

/** Exchange the secret in the address, if there is one, and connect to the table. */
export function enterEarly(): Promise<Session> | undefined {
  const secret = secretInAddress();
  if (!secret) {
    const session = seatSession();
    if (session !== undefined) sayHello(session);
    return undefined;
  }
  // Send the request first: the steps below take a slow phone a third of the time that the answer takes.
  const session = enter(secret);
  clearAddress();
  openSpareSocket();
  session.then(sayHello, closeSpareSocket);
  return session;
}
