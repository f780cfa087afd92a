/** At the door before the page is there: what it takes to come in is under way while the rest of it is being loaded. */

import { greetAhead, openAhead, putAway } from "./early-socket";
import { clearAddress, type Session, enter, placeOf, seatSession, secretHere } from "./session";

const words = (text: string): number[] => {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 255) throw new RangeError(`${bytes.length} bytes are more than the first hello can say`);
  return bytes.length < 32 ? [0xa0 | bytes.length, ...bytes] : [0xd9, bytes.length, ...bytes];
};

/** The hello of a page that knows nothing yet, in MessagePack, so that nobody waits for the library. */
export const firstHello = (token: string, stream: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0x95, ...words("hello"), ...words(token), ...words(stream), 0xa0, 0x90]);

/** Say hello. Whoever comes to the chronicle may find a scene open there and go on to it at once: another socket is
 * opened for that. */
function greet(session: Session): void {
  if (session.role === "host") return putAway();
  const place = placeOf(session);
  greetAhead(firstHello(session.token, place));
  if (place === session.stream) openAhead();
}

/** Exchange the secret in the address, if there is one, and go to the table. */
export function enterEarly(): Promise<Session> | undefined {
  const secret = secretHere();
  if (!secret) {
    const session = seatSession();
    if (session !== undefined) greet(session);
    return undefined;
  }
  // The question leaves first: what follows takes a slow phone a third of the time that the answer does.
  const session = enter(secret);
  clearAddress();
  openAhead();
  session.then(greet, putAway);
  return session;
}
