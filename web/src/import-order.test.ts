/** The folders of the page import only downwards. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = import.meta.dirname;

/** The folders from the lowest to the highest; folders in one row do not import each other. */
const ORDER = [
  ["browser", "runtime"],
  ["words"],
  ["messages"],
  ["net"],
  ["state"],
  ["verify", "text"],
  ["forms"],
  ["ui"],
  ["files", "rules", "handouts"],
  ["actions"],
  ["characters"],
  ["desk"],
  ["table"],
  ["story"],
  ["screens"],
];

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((f) => /\.tsx?$/.test(f) && !/\.test\.|testing/.test(f));
const folderOf = (file: string) => file.split("/")[0]?.replace(/\.tsx?$/, "") ?? "";
const rank = (file: string) => ORDER.findIndex((row) => row.includes(folderOf(file)));

test("every import, types and lazily loaded parts included, goes down the order of folders", () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const file of files.filter((f) => rank(f) >= 0)) {
    const text = readFileSync(join(SRC, file), "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]*)"/g)) {
      seen++;
      const to = relative(SRC, resolve(SRC, dirname(file), path));
      if (folderOf(to) !== folderOf(file) && (rank(to) < 0 || rank(to) >= rank(file))) wrong.push(`${file} imports ${to}`);
    }
  }
  expect(seen).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
