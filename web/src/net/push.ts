/** Push messages: the browser's subscription, which the server keeps for this session. */

import { worker } from "../browser/storage";
import { workerAddress } from "../runtime";
import { get, put, remove } from "./http";
import type { SeatSession } from "./session";

const PATH = "/api/push";

/** The server's key for subscriptions, and whether this session gets push messages. */
interface PushState {
  readonly key: string;
  readonly on: boolean;
}

/** True if this browser can receive push messages here. On an iPhone it can once the page is on the home screen. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export const pushState = (token: string): Promise<PushState> => get<PushState>(PATH, token);

/** Let the browser subscribe, and send the subscription to the server. The session is kept for the service worker, which
 * sends the server the next subscription if the browser changes it while the page is closed. Returns false if the reader does not allow
 * notifications; throws if the browser's push service or the server cannot be reached. */
export async function startPush({ token, seat }: SeatSession, language: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await pushState(token);
  const registration = await navigator.serviceWorker.register(workerAddress());
  await navigator.serviceWorker.ready;
  const subscription = await subscribed(registration.pushManager, key);
  const { endpoint, keys } = subscription.toJSON();
  await put(PATH, { endpoint, key: keys?.["p256dh"], auth: keys?.["auth"], language }, token);
  await worker.set(seat, JSON.stringify({ token, language }));
  return true;
}

/** The browser's subscription with this key. One that was made with the key of an earlier server is replaced. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Tell the server to send this session no more. The browser's subscription stays: other tabs may use it. */
export async function stopPush(session: SeatSession): Promise<void> {
  await remove(PATH, session.token);
  worker.remove(session.seat);
}
