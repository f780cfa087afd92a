import { expect, test } from "vitest";
import { RecordSignals } from "../state/record-signals";
import type { AnyRecord, Circumstance } from "../messages";
import { circumstances, ownCircumstances, sceneCircumstances } from "./circumstances";

const face = (id: string, player: string): AnyRecord => ({ type: "Face", id, name: id, concept: "", player, kind: "" });
const laid = (id: string, on: string, more: Partial<Circumstance> = {}): AnyRecord => ({
  type: "Circumstance",
  id,
  on,
  dice: -1,
  visibility: "open",
  words: id,
  bears: "actions",
  ends: "word",
  until: 0,
  ...more,
});

function reading(...secret: AnyRecord[]) {
  const live = new RecordSignals();
  const records = [
    face("anna", "ANNA"),
    face("guard", ""),
    laid("drugged", "anna", { dice: -3 }),
    laid("x", "anna", { visibility: "unexplained", words: "", ends: "turn" }),
    laid("dim hall", "scene", { ends: "scene", bears: "sight" }),
    laid("a tail wind", "players", { dice: 2, bears: "Dexterity" }),
  ];
  const view = { frame: "view", count: 1, chain: new Uint8Array() } as const;
  live.replace([
    { ...view, audience: "everyone", records },
    ...(secret.length > 0 ? [{ ...view, audience: "storyteller", records: secret }] : []),
  ]);
  return live;
}

test("a character's circumstances include those of its side and of the scene, with their ends", () => {
  expect(circumstances(reading(), "anna")).toEqual([
    { circumstance: "drugged", words: "drugged −3", ends: "on all actions, until the Storyteller ends it" },
    { circumstance: "x", words: "unexplained −1", ends: "on all actions, until the turn ends" },
    { circumstance: "dim hall", words: "dim hall −1", ends: "on sight, until the scene ends" },
    { circumstance: "a tail wind", words: "a tail wind +2", ends: "on Dexterity, until the Storyteller ends it", helps: true },
  ]);
  expect(circumstances(reading(), "guard").map((one) => one.words)).toEqual(["dim hall −1"]);
});

test("the scene's circumstances are apart from a character's own, so that the cast shows them once (X7)", () => {
  expect(sceneCircumstances(reading()).map((one) => one.words)).toEqual(["dim hall −1"]);
  expect(ownCircumstances(reading(), "anna").map((one) => one.words)).toEqual(["drugged −3", "unexplained −1", "a tail wind +2"]);
});

test("the Storyteller reads reasons and hidden circumstances", () => {
  const reason: AnyRecord = { type: "CircumstanceReason", id: "x", on: "anna", words: "a curse", ends: "turn" };
  const table = reading(reason, laid("a jinx", "guard", { visibility: "hidden" }));
  expect(circumstances(table, "anna").map((one) => one.words)).toContain("unexplained −1 (a curse)");
  expect(circumstances(table, "guard").map((one) => one.words)).toEqual(["dim hall −1", "a jinx −1 (hidden)"]);
});
