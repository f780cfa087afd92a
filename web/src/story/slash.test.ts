import { expect, test } from "vitest";
import { inWords } from "../words/render";
import { phrase } from "../words/words";
import { completions, meaning, type SlashContext } from "./slash";

const context: SlashContext = {
  isStoryteller: false,
  speaker: "ilse",
  seats: [{ id: "a", name: "Anna" }, { id: "ab", name: "Anna Berta" }],
  traits: ["Perception", "Alertness", "Brawl"],
  saved: [{ name: "Pick a lock", traits: ["Perception", "Brawl"], modifier: -2, difficulty: 8, specialty: true }],
};

test("a roll names traits, a difficulty and a reason; anything else goes to the text roller", () => {
  expect(meaning("/r perception + Alertness 7 # steps", context, [])).toEqual({ kind: "roll", reason: "steps", traits: ["Perception", "Alertness"], difficulty: 7 });
  expect(meaning("/roll brawl", context, [])).toEqual({ kind: "roll", reason: "", traits: ["Brawl"], difficulty: 0 });
  for (const line of ["/r 6 7 # x", "/r 6 --hidden", "/r brawl --hidden", "?throw 6"]) {
    expect(meaning(line, context, [])).toEqual({ kind: "throw", text: line });
  }
});

test("a word that is no trait is named", () => {
  const why = (line: string, traits = context.traits) => {
    const found = meaning(line, { ...context, traits }, []);
    return found.kind === "refused" ? inWords(found.why) : found.kind;
  };
  expect(why("/r Flying + Brawl")).toBe("“Flying” is no trait of this character. Choose a trait from the list.");
  expect(why("/r Brawl + flying 7 # a kick")).toContain("“flying”");
  expect(why("/r Brawl + Perception + Alertness")).toBe("A roll takes at most two traits. Leave out “Alertness”.");
  expect(why("/r Brawl", [])).toContain("Choose a character");
});

test("a whisper goes to the longest name that fits; in a whisper a roll is refused, and nothing else is a command", () => {
  expect(meaning("/w anna berta Psst.", context, [])).toEqual({ kind: "say", text: "Psst.", actor: "ilse", to: ["ab"] });
  expect(meaning("/w Anna Psst.", context, [])).toEqual({ kind: "say", text: "Psst.", actor: "ilse", to: ["a"] });
  expect(meaning("/w Annabelle Psst.", context, []).kind).toBe("refused");
  expect(meaning("/w Anna Berta Psst.", context, ["a"])).toEqual({ kind: "say", text: "Psst.", actor: "ilse", to: ["ab"] });
  expect(meaning("/w Nobody Psst.", context, ["a"])).toEqual({ kind: "refused", why: phrase("page-slash-whom", { who: context.seats[0]?.name ?? "" }) });
  expect(meaning("/ooc Back soon.", context, ["a"])).toEqual({ kind: "say", text: "Back soon.", actor: "", to: ["a"] });
  expect(meaning("?r 6", context, ["a"])).toEqual({ kind: "say", text: "?r 6", actor: "ilse", to: ["a"] });
  expect(meaning("/r 6", context, ["a"])).toEqual({ kind: "refused", why: phrase("page-slash-whispered-roll") });
  expect(meaning("/w anna", context, [])).toEqual({ kind: "refused", why: phrase("page-slash-whom", { who: "Anna" }) });
  expect(meaning("/w anna Psst.", { ...context, seats: [] }, [])).toEqual({ kind: "refused", why: phrase("page-slash-nobody") });
});

test("only the Storyteller narrates by a command", () => {
  expect(meaning("/n Rain.", context, [])).toEqual({ kind: "say", text: "/n Rain.", actor: "ilse", to: [] });
  expect(meaning("/n Rain.", { ...context, isStoryteller: true }, [])).toEqual({ kind: "say", text: "Rain.", actor: "", to: [] });
  expect(completions("/", context).map(({ label }) => label)).toEqual(["/r", "/roll", "/w", "/ooc"]);
  expect(completions("/ro", context).map(({ line }) => line)).toEqual(["/roll "]);
});

test("traits are completed, the second after a plus; after a whole name, nothing is", () => {
  expect(completions("/r dexterity", context)).toEqual([]);
  expect(completions("/r per", context)).toEqual([{ line: "/r Perception + ", label: "Perception", hint: "" }]);
  expect(completions("/r Perception + a", context)).toEqual([{ line: "/r Perception + Alertness", label: "Alertness", hint: "" }]);
  expect(completions("/r 6 ", context)).toEqual([]);
});

test("a roll reads the beginnings of traits as the quick roll does", () => {
  expect(meaning("/r perc aler 6", context, [])).toEqual({ kind: "roll", reason: "", traits: ["Perception", "Alertness"], difficulty: 6 });
  expect(meaning("/r perc 2 + aler", context, []).kind).toBe("throw");
});

test("a saved roll is completed and rolled by its name", () => {
  expect(completions("/r pi", context)).toEqual([{ line: "/r Pick a lock", label: "Pick a lock", hint: "" }]);
  expect(completions("/r Perception + pi", context)).toEqual([]);
  const pool = { traits: ["Perception", "Brawl"], difficulty: 8, bonus: 0, penalty: 2, specialty: true };
  expect(meaning("/r pick a lock", context, [])).toEqual({ kind: "roll", reason: "", ...pool });
});
