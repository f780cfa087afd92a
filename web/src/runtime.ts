/**
 * Solid's runtime, with one change: the markup that the compiler wrote goes through a Trusted Types policy, so that the
 * page may be served with `require-trusted-types-for 'script'`. No other policy is made anywhere, and this one is not
 * handed out: nothing that people typed can become markup.
 */

import { template as plain } from "solid-js/web";

export * from "solid-js/web";

interface Policy {
  createHTML(markup: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy("coterie", { createHTML: (markup: string) => markup });

export const template: typeof plain = (markup, ...rest) =>
  plain((policy ? policy.createHTML(markup) : markup) as string, ...rest);
