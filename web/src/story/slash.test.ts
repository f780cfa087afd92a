import { expect, test } from "vitest";
import { completions, meaning, type SlashContext } from "./slash";

const context: SlashContext = {
  isStoryteller: false,
  speaker: "ilse",
  seats: [{ id: "a", name: "Anna" }, { id: "ab", name: "Anna Berta" }],
  traits: ["Perception", "Alertness", "Brawl"],
};

test("a roll names traits, a difficulty and a reason; anything else goes to the text roller", () => {
  expect(meaning("/r perception + Alertness 7 # steps", context, [])).toEqual({ kind: "roll", reason: "steps", traits: ["Perception", "Alertness"], difficulty: 7 });
  expect(meaning("/roll brawl", context, [])).toEqual({ kind: "roll", reason: "", traits: ["Brawl"], difficulty: 0 });
  for (const line of ["/r 6 7 # x", "/r flying", "/r Brawl + flying", "?throw 6"]) {
    expect(meaning(line, context, [])).toEqual({ kind: "throw", text: line });
  }
});

test("a whisper goes to the longest name that fits; in a whisper nothing is a command", () => {
  expect(meaning("/w anna berta Psst.", context, [])).toEqual({ kind: "say", text: "Psst.", actor: "ilse", to: ["ab"] });
  expect(meaning("/w Anna Psst.", context, [])).toEqual({ kind: "say", text: "Psst.", actor: "ilse", to: ["a"] });
  expect(meaning("/w Annabelle Psst.", context, []).kind).toBe("refused");
  expect(meaning("/r 6", context, ["a"])).toEqual({ kind: "say", text: "/r 6", actor: "ilse", to: ["a"] });
});

test("only the Storyteller narrates by a command", () => {
  expect(meaning("/n Rain.", context, [])).toEqual({ kind: "say", text: "/n Rain.", actor: "ilse", to: [] });
  expect(meaning("/n Rain.", { ...context, isStoryteller: true }, [])).toEqual({ kind: "say", text: "Rain.", actor: "", to: [] });
  expect(completions("/", context).map(({ label }) => label)).toEqual(["/r", "/w", "/ooc"]);
});

test("traits are completed, the second after a plus", () => {
  expect(completions("/r per", context)).toEqual([{ line: "/r Perception + ", label: "Perception", hint: "" }]);
  expect(completions("/r Perception + a", context)).toEqual([{ line: "/r Perception + Alertness", label: "Alertness", hint: "" }]);
  expect(completions("/r 6 ", context)).toEqual([]);
});
