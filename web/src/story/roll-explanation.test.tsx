import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { Reading } from "../state/record-signals";
import type { Roll } from "../messages";
import { DieByDie } from "./roll-explanation";

let dispose = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const ROLL = {
  ...{ pool: 3, difficulty: 6, specialty: false, willpower: false, result: "failure", net: 0 },
  ...{ faces: [[9], [1], [1]], worth: [1, -1, -1], struck: [0] },
} as unknown as Roll;
const reading = { get: () => ({ rules: "revised", switches: [] }) } as unknown as Reading;

/** The lines that are shown if the server answers with this status. */
async function read(status: number, answer: unknown): Promise<(string | null)[]> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answer), { status }));
  const root = document.createElement("div");
  document.body.append(root);
  dispose = render(() => <DieByDie reading={reading} roll={ROLL} />, root);
  await vi.waitFor(() => expect(root.querySelector('li, [role="alert"]')).not.toBeNull());
  return [...root.querySelectorAll('li, [role="alert"]')].map((one) => one.textContent);
}

const AS_TOLD = ["9 (a success, cancelled).", "1 (a one).", "1 (a one)."];

test("a roll is explained by the rules under which it was made", async () => {
  expect(await read(200, { dice: ["9: counts", "1: takes"], net: 0, result: "failure" })).toEqual(["9: counts", "1: takes"]);
});

test("if the rules have changed since, the recorded dice are shown", async () => {
  expect(await read(200, { dice: ["otherwise"], net: -1, result: "botch" })).toEqual(AS_TOLD);
  dispose();
  expect(await read(422, { error: "These rules have no difficulties to choose (D8)." })).toEqual(AS_TOLD);
});

test("an unreachable server does not count as changed rules", async () => {
  expect(await read(429, { error: "Too often." })).toEqual(["Too often."]);
});
