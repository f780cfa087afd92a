/** Writing a character's file from the records of this page. */

import { noteOf } from "../forms/book-draft";
import type { Reading } from "../state/record-signals";
import type { Table } from "../state/table";
import { characterFile, characterFileName, characterText } from "./character-file";
import { saveFile } from "./save-file";

/** Offer the file as a download. Nothing happens if the character can no longer be read. */
export function writeCharacter(table: Table, reading: Reading, id: string): void {
  const face = reading.get("Face", id);
  const sheet = reading.get("Sheet", id);
  const setting = reading.get("Setting", "setting");
  if (!face || !sheet || !setting) return;
  const file = characterFile(setting.rules, face, sheet, reading.get("Health", id), {
    levels: reading.get("HealthLevels", id),
    profile: reading.get("Profile", id),
    // A file may be given away, so the Storyteller's notes are never in one.
    note: table.isStoryteller() ? undefined : noteOf(reading, id, table.seat()),
    ledger: reading.get("ExperienceLedger", id),
  });
  saveFile(characterFileName(file), characterText(file), "application/json");
}
