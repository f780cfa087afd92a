/** The open options of this seat, put together from frames that send each part once, under a number. An option that
 * did not change stays the same object, so that nothing is drawn again for it. */

import type { Choice, Input, Option, Options } from "../messages";

export class OpenOptions {
  private readonly choices = new Map<number, Choice>();
  private readonly inputs = new Map<number, Input>();
  private readonly options = new Map<number, Option>();
  /** The open options by command; an empty list if the command has none any more. */
  private readonly byCommand = new Map<string, readonly Option[]>();

  /** Apply a frame. Throw an error if it refers to a part that was not sent. */
  apply(frame: Options): void {
    if (frame.whole) for (const parts of [this.choices, this.inputs, this.options, this.byCommand]) parts.clear();
    for (const { number, choice } of frame.choices) this.choices.set(number, choice);
    for (const { number, choices, ...input } of frame.inputs)
      this.inputs.set(number, { ...input, choices: choices.map((n) => found(this.choices, n)) });
    for (const { number, inputs, ...option } of frame.options)
      this.options.set(number, { ...option, inputs: inputs.map((n) => found(this.inputs, n)) });
    for (const { command, at, gone, options } of frame.offers) {
      const before = this.byCommand.get(command) ?? [];
      const fresh = options.map((n) => found(this.options, n));
      this.byCommand.set(command, [...before.slice(0, at), ...fresh, ...before.slice(at + gone)]);
    }
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
