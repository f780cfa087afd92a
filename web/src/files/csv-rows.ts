/** Reading comma-separated values (RFC 4180), also with semicolons or tabs, as spreadsheets in German write them. A
 * library was tried: as a CommonJS module, it made the scripts that every table loads larger. */

export interface CsvRow {
  /** The row's number in a spreadsheet, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows of a text, or the number of the row with a quotation mark that is in the wrong place or not closed. */
export function csvRows(text: string): readonly CsvRow[] | number {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const between = separatorOf(plain.slice(0, `${plain}\n`.indexOf("\n")));
  const rows: CsvRow[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${between}\\n]*))(${between}|\\n|$)`, "y");
  let cells: string[] = [];
  while (cell.lastIndex < plain.length) {
    const found = cell.exec(plain);
    if (found === null) return rows.length + 1;
    const [, quoted, bare = "", end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? bare).trim());
    if (end === between) continue;
    rows.push({ row: rows.length + 1, cells });
    cells = [];
  }
  if (cells.length > 0) rows.push({ row: rows.length + 1, cells });
  return rows;
}

/** The separator that the first line has most of. */
const separatorOf = (line: string): string =>
  [",", ";", "\t"].reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best));
