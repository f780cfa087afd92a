import { expect, test } from "vitest";
import type { Roll } from "../messages";
import { inWords } from "../words/render";
import { phrase } from "../words/words";
import { explanation } from "./explanation";

type Judged = Parameters<typeof explanation>[0];

/** The explanation of a roll with single dice, in English. */
function explained(roll: Partial<Judged> & Pick<Roll, "worth">): string {
  const successes = roll.worth.filter((value) => value > 0).length;
  const net = roll.worth.reduce((sum, value) => sum + value, 0);
  const faces = roll.worth.map(() => [5]);
  return inWords(explanation({ faces, successes, net, result: "success", why: phrase(""), willpower: false, ...roll }));
}

test.each<[Partial<Judged> & Pick<Roll, "worth">, string]>([
  [{ worth: [1, 1, 0] }, "2 successes."],
  [{ worth: [1] }, "1 success."],
  [{ worth: [0, 0] }, "No successes."],
  [{ worth: [1, 1, 1, -1] }, "3 successes − 1 = 2."],
  [{ worth: [0, -1, -1] }, "No successes, 2 ones."],
  [{ worth: [1, -1, -1], result: "botch" }, "1 success − 2 = −1."],
  [{ worth: [1, 2] }, "2 successes + 1 (tens count twice) = 3."],
  [{ worth: [1, 2, 2, -1], successes: 3, net: 4 }, "3 successes − 1 + 2 (tens count twice) = 4."],
  [{ worth: [1, -1], net: 1, willpower: true }, "1 success − 1 = 0. Willpower + 1: 1."],
  [{ worth: [1, 1], willpower: true }, "2 successes."],
  [{ faces: [[10, 9], [8]], worth: [1, 1, 1] }, "3 successes, 1 of them rolled again."],
])("the figures of a roll explain it (D4, D7, D11, S4): %j", (roll, text) => {
  expect(explained(roll)).toBe(text);
});

test("words of the server follow the figures, or stand alone", () => {
  const why = phrase("why-first-botch");
  expect(explained({ worth: [-1], result: "failure", why })).toBe("No successes, 1 one. The first botch of a session is a failure.");
  expect(explained({ worth: [], faces: [], why: phrase("why-taken", { dice: 5, difficulty: 5 }) })).toBe("No roll: 5 dice reach difficulty 5.");
  expect(explained({ worth: [], faces: [[5]], result: "untold", why: phrase("why-untold") })).toBe("Only the Storyteller knows the difficulty.");
  expect(explained({ worth: [1], why: phrase("as-it-was", { text: "1 success, no ones." }) })).toBe("1 success, no ones.");
});
