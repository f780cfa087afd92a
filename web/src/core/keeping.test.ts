import { expect, test } from "vitest";
import type { AnyRecord } from "../messages";
import { storyFileName, storyText } from "./keeping";
import type { Entry } from "./story";

const AT = new Date(2026, 10, 21, 20).getTime();
const entry = (record: Record<string, unknown>, audience = "everyone"): Entry => ({
  key: "k",
  audience,
  at: AT,
  n: 1,
  record: { id: "1", at: AT, n: 1, who: "ANNA", refs: [], ...record } as unknown as AnyRecord,
});
const roll = (fields: Record<string, unknown>) =>
  entry({
    type: "Roll", actor: "ilse", reason: "over the wall", parts: [["Dexterity", 3], ["rain", -1]], difficulty: 7, faces: [[9], [10, 4]],
    result: "success", degree: "", why: "two successes", ruled: "", ...fields,
  });
const names = {
  character: (id: string) => ({ ilse: "Ilse", "": "someone" })[id] ?? "someone",
  seat: (id: string) => ({ ANNA: "Anna_B" })[id] ?? "",
  secrecy: (e: Entry) => (e.audience === "everyone" ? "" : "for the Storyteller alone"),
};
const paragraphs = (...entries: Entry[]) => storyText("The *Docks*", entries, names).trimEnd().split("\n\n").slice(2);

test("a story is kept under its name and day", () => {
  expect(storyText("The *Docks*", [entry({ type: "Line", kind: "told", text: "Rain." })], names)).toBe(
    "# The \\*Docks\\*\n\n## 2026-11-21\n\nRain.\n",
  );
  expect(storyFileName("The *Docks* / 2")).toBe("The-Docks-2.md");
  expect(storyFileName("…")).toBe("story.md");
});

test("who speaks is named, and what was typed stays what it was", () => {
  expect(
    paragraphs(
      entry({ type: "Line", kind: "said", text: "**Run!** <b>#1</b>", refs: ["ilse"] }),
      entry({ type: "Line", kind: "said", text: "one moment\nplease" }),
      entry({ type: "Line", kind: "ruled", text: "{0} is spared {{twice}}.", refs: ["ilse"] }),
      entry({ type: "Line", kind: "happened", text: "{0} sees {1}.", refs: ["ilse", "gone"] }, "storyteller"),
    ),
  ).toEqual([
    "**Ilse**: **Run\\!** \\<b\\>\\#1\\</b\\>",
    "**Anna\\_B**: one moment  \nplease",
    "*Ruled:* Ilse is spared {twice}.",
    "Ilse sees someone. (for the Storyteller alone)",
  ]);
});

test("a roll says how it came about, and a ruling stands before the dice", () => {
  expect(paragraphs(roll({}), roll({ actor: "", difficulty: 0, faces: [], ruled: "She says so." }))).toEqual([
    "> **Ilse**, over the wall (Dexterity 3 − rain 1, difficulty 7): 9 10/4 – **success**. two successes",
    "> **Anna\\_B**, over the wall (Dexterity 3 − rain 1): no dice – **success**. She says so.",
  ]);
});
