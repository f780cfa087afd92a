import { expect, test } from "vitest";
import type { AnyRecord } from "../messages";
import { storyFileName, storyText } from "./story-file";
import type { Entry } from "../state/story";
import { character, phrase, typed } from "../words/words";

const asItWas = (text: string) => phrase("as-it-was", { text });

const AT = new Date(2026, 10, 21, 20).getTime();
const entry = (record: Record<string, unknown>, audience = "everyone"): Entry => ({
  key: "k",
  audience,
  at: AT,
  n: 1,
  record: { id: "1", at: AT, n: 1, who: "ANNA", actor: "", ...record } as unknown as AnyRecord,
});
const roll = (fields: Record<string, unknown>) =>
  entry({
    type: "Roll", actor: "ilse", reason: "over the wall", parts: [["Dexterity", 3], ["rain", -1]], difficulty: 7, faces: [[9], [10, 4]],
    result: "success", degree: "", why: asItWas("two successes"), ruled: "", ...fields,
  });
const names = {
  character: (id: string) => ({ ilse: "Ilse", "": "someone" })[id] ?? "someone",
  seat: (id: string) => ({ ANNA: "Anna_B" })[id] ?? "",
  secrecy: (e: Entry) => (e.audience === "everyone" ? "" : "for the Storyteller alone"),
  takenBack: (e: Entry) => e.n === 99,
  handout: (e: Entry) => (e.n === 77 ? "Come *alone*.\n# to the pier" : ""),
};
const paragraphs = (...entries: Entry[]) => storyText("The *Docks*", entries, names).trimEnd().split("\n\n").slice(2);

test("a story is saved under its name and day", () => {
  expect(storyText("The *Docks*", [entry({ type: "Line", kind: "told", text: typed("Rain.") })], names)).toBe(
    "# The \\*Docks\\*\n\n## 2026-11-21\n\nRain.\n",
  );
  expect(storyFileName("The *Docks* / 2")).toBe("The-Docks-2.md");
  expect(storyFileName("…")).toBe("story.md");
});

test("speakers are named, and typed text stays as it was", () => {
  expect(
    paragraphs(
      entry({ type: "Line", kind: "said", text: typed("**Run!** <b>#1</b>"), actor: "ilse" }),
      entry({ type: "Line", kind: "said", text: typed("one moment\nplease") }),
      entry({ type: "Line", kind: "ruled", text: phrase("list-and", { first: character("ilse"), last: typed("{twice}") }) }),
      entry({ type: "Line", kind: "happened", text: phrase("list-and", { first: character("ilse"), last: character("gone") }) }, "storyteller"),
    ),
  ).toEqual([
    "**Ilse**: **Run\\!** \\<b\\>\\#1\\</b\\>",
    "**Anna\\_B**: one moment  \nplease",
    "*Ruled:* Ilse and {twice}",
    "Ilse and someone (for the Storyteller alone)",
  ]);
});

test("the text of a handout follows its line as a quotation", () => {
  const line = { ...entry({ type: "Line", kind: "narrated", text: phrase("line-handout", { title: "A letter" }) }), n: 77 };
  expect(paragraphs(line)).toEqual(["Handout: A letter", "> Come *alone*.  \n> \\# to the pier"]);
});

const said = (text: string) => {
  const whole = storyText("t", [entry({ type: "Line", kind: "said", text: typed(text), actor: "ilse" })], names);
  return whole.slice("# t\n\n## 2026-11-21\n\n".length, -1);
};

test("typed text cannot imitate another paragraph", () => {
  expect(said("hi\n\n**Ben**: I confess.\n \n*Ruled:* 5 points.\n\n")).toBe(
    "**Ilse**: hi  \n\\\n**Ben**: I confess.  \n\\\n*Ruled:* 5 points.",
  );
  expect(said("hi\u2028\x85\r\r\n\fho **a\n\nb**")).toBe("**Ilse**: hi  \n\\\n\\\n\\\n\\\nho **a  \n\\\nb**");
  const named = { ...names, character: () => "I\n\n# l", seat: () => "A\n\nB", secrecy: () => "for\n\nA" };
  expect(storyText("a\n\nb", [entry({ type: "Line", kind: "said", text: typed("x") }), roll({ reason: "r\n\n---", why: asItWas("w\n\n> v") })], named)).toBe(
    "# a  b\n\n## 2026-11-21\n\n**A  B**: x (for  A)\n\n" +
      "> **I  \\# l**, r  \n\\\n\\--- (Dexterity 3 − rain 1, difficulty 7): 9 10/4 – **success**. w  \n\\\n\\> v (for  A)\n",
  );
});

test("no line of typed text begins a heading, a list, a rule, a table or code", () => {
  expect(said("x\n===\n---\n:-:\n- a\n+ b\n1. c\n2)\n    d\n~~~\n*****\n# e &lt;")).toBe(
    "**Ilse**: x  \n\\===  \n\\---  \n\\:-:  \n\\- a  \n\\+ b  \n1\\. c  \n2\\)  \nd  \n\\~\\~\\~  \n**\\***  \n\\# e \\&lt;",
  );
  expect(paragraphs(entry({ type: "Line", kind: "told", text: typed("1. of May") }))).toEqual(["1\\. of May"]);
});

test("plain words stay as they were typed, and control characters become a mark", () => {
  for (const plain of ["Well - 3.5 + 1 = 4: no?", "2) is fine; R&D, too", "*Now*, **go**", ":) 7 of 9."]) expect(said(plain)).toBe(`**Ilse**: ${plain}`);
  expect(said("\x1b[2J\0\x9b\u202ea\tb \u05d0\u200f!")).toBe("**Ilse**: \ufffd\\[2J\ufffd\ufffd\ufffda b \u05d0\u200f\\!");
});

test("a roll lists its parts, and a ruling replaces the dice's result", () => {
  expect(paragraphs(roll({}), roll({ actor: "", difficulty: 0, faces: [], ruled: "She says so." }))).toEqual([
    "> **Ilse**, over the wall (Dexterity 3 − rain 1, difficulty 7): 9 10/4 – **success**. two successes",
    "> **Anna\\_B**, over the wall (Dexterity 3 − rain 1): no dice – **success**. She says so.",
  ]);
});

test("retracted entries are struck through, a roll inside its quotation (G0)", () => {
  const gone = (record: Entry) => ({ ...record, n: 99 });
  expect(paragraphs(gone(entry({ type: "Line", kind: "happened", text: typed("A ~door~ opens.") })))).toEqual(["~~A \\~door\\~ opens.~~"]);
  expect(paragraphs(gone(roll({ reason: "", why: asItWas("w") })))[0]).toMatch(/^> ~~\*\*Ilse\*\* .*~~$/);
});
