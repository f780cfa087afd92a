/** The open options of this seat, put together from frames that send each part once, under a number. An option that
 * did not change stays the same object, so that nothing is drawn again for it. */

import type { Choice, Input, Option, Options } from "../messages";
import { sanitizedName } from "../words/sanitized";
import type { Arg, SentWords, Words } from "../words/words";

type Text = Words | string;

export class OpenOptions {
  private readonly texts = new Map<number, Text>();
  private readonly choices = new Map<number, Choice>();
  private readonly inputs = new Map<number, Input>();
  private readonly options = new Map<number, Option>();
  /** The open options by command; an empty list if the command has none any more. */
  private readonly byCommand = new Map<string, readonly Option[]>();

  /** Apply a frame. Throw an error if it refers to a part that was not sent. */
  apply(frame: Options): void {
    if (frame.whole)
      for (const parts of [this.texts, this.choices, this.inputs, this.options, this.byCommand]) parts.clear();
    for (const { number, text } of frame.texts) this.texts.set(number, typeof text === "string" ? text : this.whole(text));
    for (const { number, value, label, hint } of frame.choices)
      this.choices.set(number, { value: this.plain(value), label: this.shown(label), hint: this.shown(hint) });
    for (const { number, name, label, choices, default: usual, ...input } of frame.inputs)
      this.inputs.set(number, {
        ...input,
        name: this.plain(name),
        label: this.shown(label),
        choices: choices.map((n) => found(this.choices, n)),
        default: this.plain(usual),
      });
    for (const { number, command, actor, label, hint, group, inputs, ...option } of frame.options)
      this.options.set(number, {
        ...option,
        command: this.plain(command),
        actor: this.plain(actor),
        label: this.shown(label),
        hint: this.shown(hint),
        group: this.plain(group),
        inputs: inputs.map((n) => found(this.inputs, n)),
      });
    for (const { command: name, at, gone, options } of frame.offers) {
      const command = this.plain(name);
      const before = this.byCommand.get(command) ?? [];
      const fresh = options.map((n) => found(this.options, n));
      this.byCommand.set(command, [...before.slice(0, at), ...fresh, ...before.slice(at + gone)]);
    }
  }

  /** Words together with the words among their arguments. */
  private whole([tag, id, args, rule]: SentWords): Words {
    const arg = (sent: SentWords[2][number][1]): Arg => (typeof sent === "object" && sent[0] === 2 ? found(this.texts, sent[1]) : sent);
    return [tag, id, args.map(([name, sent]) => [name, arg(sent)] as const), rule];
  }

  /** A text that a person reads. Names from old logs may have control characters in them. */
  private shown(number: number): Text {
    const text = this.text(number);
    return typeof text === "string" ? sanitizedName(text) : text;
  }

  /** A text that no person reads: it is sent back as it is. */
  private plain(number: number): string {
    return String(this.text(number));
  }

  private text(number: number): Text {
    return number === 0 ? "" : found(this.texts, number);
  }

  /** All open options, command by command in the order of names. */
  all(): readonly Option[] {
    return [...this.byCommand.keys()].sort().flatMap((command) => this.byCommand.get(command) ?? []);
  }
}

function found<T>(parts: ReadonlyMap<number, T>, number: number): T {
  const part = parts.get(number);
  if (part === undefined) throw new Error(`no part of the options has the number ${number}`);
  return part;
}
