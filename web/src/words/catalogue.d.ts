/** The texts of the Fluent files. `words-plugin.ts` makes these modules when the page is built: one for each
 * language, and one with the few texts that the entry script may need before a language has arrived. */

declare module "virtual:words/early" {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default texts;
}

declare module "virtual:words/*" {
  /** The pattern of each message, parsed. */
  const messages: Readonly<Record<string, import("@fluent/bundle").Message["value"]>>;
  export default messages;
}
