import { expect, test } from "vitest";
import { plain } from "./plain";

test("capitals, accents and the soft hyphens of long German names do not count in a search", () => {
  expect(plain("Widerstands\u00adfähigkeit")).toBe("widerstandsfahigkeit");
});
