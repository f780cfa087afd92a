/** Every option that a seat is offered is drawn on its page, and every command of the catalogue has its place. The
 * server plays the tables: `tests/server/offered.py`. */

import { execFileSync } from "node:child_process";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { FakeWorld } from "./net/testing/fake-world";
import type { SeatSession } from "./net/session";
import { MyCharactersProvider } from "./characters/my-character";
import { Lobby } from "./screens/lobby";
import { Scene } from "./screens/scene";
import { Table } from "./state/table";
import { mounted, unmount } from "./state/testing/mounted";

interface Case {
  readonly command: string;
  readonly place: "scene" | "chronicle";
  readonly role: SeatSession["role"];
  readonly offers: readonly string[];
  readonly frames: string;
}

/** Commands that the page sends by itself or by its own button, with the test id of that button. */
const BY_NAME: Readonly<Record<string, string>> = {
  CallForRoll: "roll-CallForRoll",
  ChangeHouseRules: "house-rules",
  ChangeSheet: "write-sheet",
  CreateCharacter: "make-character",
  DeclareAction: "declare-panel",
  DropHandout: "handouts",
  SpendExperience: "open-book",
  StrikeExperience: "open-book",
  WriteNote: "open-book",
  WriteProfile: "open-book",
  ForkScene: "scenes", // a closed scene is opened from this list, and forked while looking back
  LeaveNonces: "scene", // the page sends them by itself
  RevealHandout: "handouts",
  Roll: "roll-Roll",
  RollInSecret: "roll-RollInSecret",
  SaveRolls: "save-roll",
  Say: "say-send",
  SetPortrait: "set-portrait",
  ShowHandout: "handouts",
  TakeBack: "look-back",
  TakeUp: "free",
  ThrowAsTyped: "say-send",
};

/** Parts that are loaded together with a character's sheet. */
const LATER = [
  "story/scene-chunk.ts",
  "story/story-chunk.ts",
  "table/ready-fight.tsx",
  "characters/sheet.tsx",
  "characters/sheet-view.tsx",
  "characters/create-character.tsx",
  "table/seats.tsx",
  "rules/house-rules.tsx",
  "table/lookback.tsx",
  "desk/desk.tsx",
  "desk/inbox.tsx",
];
const parts = import.meta.glob(["./{story,characters,table,rules,desk}/*.{ts,tsx}", "!**/*.test.*"]);

interface Catalogue {
  readonly commands: readonly string[];
  readonly cases: readonly Case[];
}
let catalogue: Catalogue = { commands: [], cases: [] };

afterEach(() => {
  vi.unstubAllGlobals();
});

beforeAll(async () => {
  const python = process.env["PYTHON"] ?? "python3";
  const written = execFileSync(python, ["-m", "tests.server.offered"], { cwd: "..", maxBuffer: 2 ** 27, encoding: "utf8" });
  catalogue = JSON.parse(written) as Catalogue;
  await import("./screens/chronicle"); // and the tasks with it
  await import("./actions/fight-chunk");
  for (const name of LATER) await parts[`./${name}`]!();
}, 60_000);

const soon = () => new Promise((done) => setTimeout(done));

/** Draw the page of a seat at a table, and wait until it is complete. */
async function drawn({ place, role, frames }: Case, ...further: unknown[][]) {
  const world = new FakeWorld();
  const table = new Table("a token", place === "scene" ? "scene/c/s" : "chronicle/c", () => {}, world);
  table.connection.start();
  world.wire.open();
  world.wire.onmessage?.({ data: Uint8Array.from(atob(frames), (c) => c.charCodeAt(0)).buffer } as MessageEvent);
  if (further.length > 0) world.wire.deliver(...further);
  const session: SeatSession = { role, token: "a token", seat: table.seat(), name: "", chronicle: "c", chronicle_name: "", stream: "chronicle/c" };
  const moves = { toScene: () => {}, toChronicle: () => {} };
  const props = { session, table, moves, leave: () => {}, toHost: undefined };
  const root = mounted(table, () => <MyCharactersProvider>{place === "scene" ? <Scene {...props} /> : <Lobby {...props} leftScene="scene/c/s" renamed={() => {}} />}</MyCharactersProvider>);
  for (let n = 0; n < 6; n++) await soon();
  return root;
}

/** All commands that have a place on the page, with every fold opened. */
async function placesOn(root: HTMLElement): Promise<Set<string>> {
  const ids = new Set<string>();
  const look = () => {
    for (const found of document.querySelectorAll("[data-testid]")) ids.add(found.getAttribute("data-testid") ?? "");
  };
  look();
  const press = async (button: HTMLElement | null) => {
    button?.click();
    for (let n = 0; button && n < 3; n++) await soon();
    look();
  };
  await press(root.querySelector("[data-testid='dice-between'] summary"));
  await press(root.querySelector("button.trait"));
  for (const explain of root.querySelectorAll<HTMLElement>("[data-testid='explain']")) await press(explain);
  for (const face of root.querySelectorAll<HTMLElement>("button.face")) {
    await press(face);
    await press(root.querySelector("[data-testid='open-sheet']"));
    await press(document.querySelector("[data-testid='sheet-close']"));
    if (face.getAttribute("aria-expanded") === "true") face.click();
  }
  await press(root.querySelector("[data-testid='make-character']"));
  const whose = root.querySelector<HTMLSelectElement>("[data-testid='sheet-actor']");
  for (const { value } of whose?.options ?? []) {
    whose!.value = value;
    whose!.dispatchEvent(new Event("change", { bubbles: true }));
    await press(root.querySelector("button.trait"));
  }
  const options = [...ids].flatMap((id) => /^(?:option|choose)-(\w+)$/.exec(id)?.[1] ?? []);
  const named = Object.entries(BY_NAME).flatMap(([command, id]) => (ids.has(id) ? [command] : []));
  return new Set([...options, ...named]);
}

test("every option that a seat is offered is drawn on its page, and every command has a place", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  for (const place of ["scene", "chronicle"]) {
    const [first] = catalogue.cases.filter((one) => one.place === place);
    if (first) await drawn(first);
    await vi.waitFor(() => expect(document.querySelector("[data-testid='cast']")).not.toBeNull());
    await placesOn(document.body);
    unmount();
  }
  const found = new Set<string>();
  const missing: string[] = [];
  for (const one of catalogue.cases) {
    const places = await placesOn(await drawn(one));
    unmount();
    for (const command of [one.command, ...one.offers]) if (places.has(command)) found.add(command);
    const nowhere = one.offers.filter((command) => !places.has(command));
    missing.push(...nowhere.map((command) => `${command} (${one.role}, ${one.place})`));
  }
  expect([...new Set(missing)].sort()).toEqual([]);
  expect(catalogue.commands.filter((command) => !found.has(command))).toEqual([]);
}, 120_000);

test("an option for a character that the page does not show is found to have no place", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const [scene] = catalogue.cases.filter((one) => one.place === "scene" && one.role === "storyteller");
  if (scene === undefined) throw new Error("no table to look at");
  const texts = ["HideCharacter", "nobody", "Hide nobody", "cast"].map((text, n) => [1_000_000 + n, text]);
  const [command, actor, label, group] = texts.map(([number]) => number);
  const planted = [2_000_000, command, actor, label, 0, group, false, [], [], false];
  const root = await drawn(scene, ["options", false, texts, [], [], [planted], [[command, 0, 1000, [2_000_000]]]]);
  const places = await placesOn(root);
  expect(places.has("Decree")).toBe(true);
  expect(places.has("HideCharacter")).toBe(false);
});
