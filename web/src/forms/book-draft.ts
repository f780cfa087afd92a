/** The lists of a character's book as rows of a table editor, and back. */

import type { Merit, Note } from "../messages";
import type { Reading } from "../state/record-signals";
import { t } from "../words/render";
import type { Column, Row } from "./rule-tables";

export const KINDS = ["background", "merit", "flaw"] as const satisfies readonly Merit["kind"][];

export const NEW_MERIT: Row = { kind: "background", name: "", dots: 1, text: "" };

export const meritColumns = (): Column[] => [
  { name: "name", label: t("page-column-name"), kind: "text", most: 60, required: true },
  { name: "kind", label: t("page-ask-kind"), kind: "choice", choices: KINDS.map((kind) => [kind, t(`page-merit-${kind}`)] as const) },
  { name: "dots", label: t("page-column-dots"), kind: "number", least: 0, most: 10 },
  { name: "text", label: t("page-column-more"), kind: "text", most: 200 },
];

/** A merit in a line: "Background: Allies 3 – the harbour police". A row without a name has no line. */
export const meritSummary = (row: Row): string => {
  const { kind, name, dots, text } = row;
  if (!name) return "";
  const line = t("page-merit-summary", { kind: t(`page-merit-${String(kind)}`), name: String(name), dots: Number(dots) });
  return text ? `${line} – ${String(text)}` : line;
};

export const rowsOfMerits = (merits: readonly Merit[]): Row[] => merits.map((one) => ({ ...one }));

export const meritsOfRows = (rows: readonly Row[]): Merit[] =>
  rows.map((row) => ({ ...(row as unknown as Merit), name: String(row["name"]).trim(), text: String(row["text"]).trim() }));

/** The note of a writer about a character; `writer` is a player's seat, "" for the Storyteller. */
export const noteOf = (reading: Pick<Reading, "all">, actor: string, writer: string): Note | undefined =>
  reading.all("Note").find((one) => one.actor === actor && one.writer === writer);
