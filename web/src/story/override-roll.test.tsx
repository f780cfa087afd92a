import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Entry } from "../state/story";
import type { Reading } from "../state/record-signals";
import type { Roll } from "../messages";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { LAID_OUT } from "../state/testing/layouts";
import { phrase } from "../words/words";
import { StoryEntry } from "./story-entry";

// Load the parts beforehand, so that the tests need not wait for them for long.
beforeAll(() => Promise.all([import("./story-chunk"), import("../actions/option-form")]));
afterEach(() => {
  document.body.replaceChildren();
});

/** Draw a roll's card for the Storyteller. */
function drawn(roll: Partial<Roll>) {
  const record = {
    ...{ type: "Roll", id: "r1", at: 0, n: 1, who: "", actor: "", reason: "", parts: [], faces: [], struck: [], worth: [] },
    ...{ difficulty: 6, result: "failure", degree: "", why: phrase("as-it-was", { text: "No successes, no ones: a failure." }), ruled: "", seal: null },
    ...roll,
  } as unknown as Roll;
  const entry: Entry = { key: "", audience: "everyone", at: 0, n: 1, record };
  const get = (type: string) => (type === "Rulebook" ? { results: ["failure", "botch", "success"] } : undefined);
  const table = { get, ...LAID_OUT } as unknown as Table;
  const root = mounted(table, () => (
    <StoryEntry
      reading={{ get, all: () => [] } as unknown as Reading}
      seatName={() => ""}
      mine="vera"
      ruling={true}
      entry={entry}
      before={undefined}
      opened={0}
      timed={true}
    />
  ));
  return root;
}

test("an overridden roll can be overridden again, and a different result is the default", async () => {
  for (const [ruled, result, first] of [["", "failure", "botch"], ["A slip.", "botch", "failure"]] as const) {
    const root = drawn({ ruled, result });
    const button = () => root.querySelector<HTMLElement>('[data-testid="option-OverrideRoll"]');
    root.querySelector<HTMLElement>('[data-testid="explain"]')?.click();
    await vi.waitFor(() => expect(button()).not.toBeNull());
    button()?.click();
    await vi.waitFor(() => expect(root.querySelector<HTMLInputElement>('input[type="radio"]:checked')?.value).toBe(first));
  }
});

test("the result of the dice is struck out if it was overridden", () => {
  expect(drawn({}).querySelector(".result s")).toBeNull();
  const told = drawn({ ruled: "The rope held.", result: "success" }).querySelector(".result");
  expect(told?.querySelector("strong")?.textContent).toBe("success");
  expect(told?.querySelector("s")?.textContent).toBe("No successes, no ones: a failure.");
});
