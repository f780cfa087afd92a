import { expect, test, vi, afterEach } from "vitest";
import { keepLink } from "../net/kept-links";
import type { SeatSession } from "../net/session";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { Seats } from "./seats";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a seat whose link this device does not have says so; the Storyteller's own seat does not", async () => {
  keepLink("vera", "anna", { link: "http://table.example/#annas", qr: ["10"] });
  const seats = [["vera", "storyteller"], ["anna", "player"], ["ben", "player"]].map(([id, role]) => ({ id, name: id, role, revoked: false }));
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ seats }), { headers: { "content-type": "application/json" } }));
  const table = { get: () => undefined, presence: () => undefined } as unknown as Table;
  const root = mounted(table, () => <Seats session={{ seat: "vera", token: "t" } as SeatSession} />);
  await vi.waitFor(() => expect(root.querySelectorAll("[data-testid=seat]")).toHaveLength(3));
  const without = [...root.querySelectorAll<HTMLElement>("[data-testid=seat]")].filter((seat) => seat.querySelector("[data-testid=link-not-here]"));
  expect(without.map((seat) => seat.dataset["seat"])).toEqual(["ben"]);
});
