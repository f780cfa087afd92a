/** The service worker: shows a push message while the page is closed, and opens the page when the message is pressed. If
 * the browser changes its subscription, the worker sends the new one to the server, with the sessions that
 * `browser/storage.ts` keeps for it. It stores nothing itself, and the browser asks it for no file. */

interface PushEvent extends Event {
  readonly data: { text(): string } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface ClickEvent extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface ChangeEvent extends Event {
  /** Not every browser brings the new subscription. */
  readonly newSubscription?: PushSubscription | null;
  waitUntil(work: Promise<unknown>): void;
}

interface Window {
  focus(): Promise<unknown>;
}

/** The part of a service worker's global object that is used here. TypeScript cannot load its types beside those of a
 * page. */
interface Scope {
  readonly registration: {
    readonly pushManager: PushManager;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(of: { type: "window"; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: ChangeEvent) => void): void;
}

const scope = self as unknown as Scope;

scope.addEventListener("push", (event) => {
  const text = event.data?.text() ?? "Coterie";
  event.waitUntil(scope.registration.showNotification(text, { tag: "coterie", icon: "assets/icon-192.png" }));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  event.waitUntil(open.then(([first]) => (first ? first.focus() : scope.clients.openWindow("./"))));
});

/** The address of the server's push messages, beside this file. */
const PATH = "api/push";
/** The beginning of the names under which the page keeps its sessions for this worker (browser/storage.ts). */
const SESSIONS = `${new URL("./", location.href).pathname}push/`;

scope.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(event.newSubscription ?? undefined));
});

/** Send the new subscription to the server for each seat that gets push messages on this device. */
async function subscribeAgain(given: PushSubscription | undefined): Promise<void> {
  for (const store of (await caches.keys()).filter((name) => name.startsWith(SESSIONS))) {
    const kept = await (await caches.open(store)).match("session");
    if (kept === undefined) continue;
    const { token, language } = (await kept.json()) as { readonly token: string; readonly language: string };
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const state = await fetch(PATH, { headers, credentials: "omit", cache: "no-store" });
    if (state.status === 401) await caches.delete(store); // the session has ended
    if (!state.ok) continue;
    const { key } = (await state.json()) as { readonly key: string };
    const subscription = given ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ endpoint, key: keys?.["p256dh"], auth: keys?.["auth"], language });
    await fetch(PATH, { method: "PUT", headers, body, credentials: "omit" });
  }
}

export {};
