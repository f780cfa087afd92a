import { afterEach, expect, test, vi } from "vitest";
import { type Session, enter, forget, forgetDrafts, isLocalLink, currentStream, keepChronicleName, type SeatSession, seatSession } from "./session";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("of two links opened at once the later counts, in any order of the answers", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise((answer) => answers.push(answer)));
  const answer = (n: number, status: number, body: unknown) => answers[n]?.(new Response(JSON.stringify(body), { status }));
  const told: unknown[] = [];
  const hear = (entering: Promise<Session>) => entering.then((session) => told.push(session), (why: Error) => told.push(why.message));
  for (const secret of ["refused", "early", "late"]) void hear(enter(secret));
  const session = (seat: string) => ({ role: "player", token: `token of ${seat}`, seat });
  answer(2, 200, session("late"));
  await vi.waitFor(() => expect(told).toEqual([session("late")]));
  answer(0, 401, { error: "No link has this secret." });
  answer(1, 200, session("early"));
  await new Promise((pass) => setTimeout(pass));
  expect([told, seatSession()]).toEqual([[session("late")], session("late")]);
});

test("a seat that signs in goes to the open scene, and only this visit leads it there", async () => {
  const { scene, ...session } = { role: "player", token: "t", seat: "anna", stream: "chronicle/x", scene: "scene/x/1" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ ...session, scene })));
  expect([await enter("secret"), seatSession()]).toEqual([session, session]);
  expect(currentStream(session as SeatSession)).toBe(scene);
  history.replaceState(null, "");
  expect(currentStream(seatSession() as SeatSession)).toBe(session.stream);
});

test("a seat that signs in stays at the scene of the browser's history", async () => {
  const answer = { role: "player", token: "t", seat: "anna", stream: "chronicle/x", scene: "scene/x/1" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer)));
  history.replaceState({ seat: "anna", stream: "scene/x/0" }, "");
  expect(currentStream((await enter("secret")) as SeatSession)).toBe("scene/x/0");
  history.replaceState(null, "");
});

test("leaving clears this tab's drafts and session", async () => {
  const session = { role: "player", token: "t", seat: "anna", stream: "chronicle/x" } as SeatSession;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
  await enter("secret");
  sessionStorage.setItem("draft/scene/x/1/anna", '["The door is not locked.","vera"]');
  sessionStorage.setItem("coterie.host", "kept");
  forget(session);
  expect(sessionStorage.length).toBe(2); // a person who was sent to the no-link screen may come back to the draft
  forgetDrafts();
  expect({ ...sessionStorage }).toEqual({ "coterie.host": "kept" });
});

test("a chronicle's new name is kept with the session, and with no other seat's", async () => {
  const session = { role: "player", token: "t", seat: "anna", stream: "chronicle/x", chronicle_name: "Low Water" } as SeatSession;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
  await enter("secret");
  keepChronicleName({ ...session, seat: "ben" }, "High Water");
  expect(seatSession()).toEqual(session);
  keepChronicleName(session, "Ebb");
  expect(seatSession()).toEqual({ ...session, chronicle_name: "Ebb" });
});

test("a link to this computer is of no use to a phone", () => {
  for (const here of ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.1.2.3"]) {
    expect(isLocalLink(`http://${here}/#secret`)).toBe(true);
  }
  for (const anywhere of ["192.168.1.20:8000", "table.example", "localhost.example", "[fe80::1]:8000"]) {
    expect(isLocalLink(`http://${anywhere}/#secret`)).toBe(false);
  }
});
