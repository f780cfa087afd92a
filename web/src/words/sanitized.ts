/** Text of people without characters that control a terminal or change the reading direction. */

/** Turn every line ending into a line feed, and replace each such character with a mark. `server/cli/_printable.py` does
 * the same. */
export const sanitized = (text: string): string =>
  text
    .replace(/\t/g, " ")
    .replace(/\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g, "\n")
    .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

/** The same in one line, for a name. */
export const sanitizedName = (text: string): string => sanitized(text).replace(/\n/g, " ");
