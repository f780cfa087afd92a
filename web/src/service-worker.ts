/** The service worker: shows a push message while the page is closed, and opens the page when the message is pressed. It
 * stores nothing, and the browser asks it for no file. */

interface PushEvent extends Event {
  readonly data: { text(): string } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface ClickEvent extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface Window {
  focus(): Promise<unknown>;
}

/** The part of a service worker's global object that is used here. TypeScript cannot load its types beside those of a
 * page. */
interface Scope {
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(of: { type: "window"; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
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

export {};
