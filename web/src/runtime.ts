/**
 * Solid's runtime, with one change: the compiler's markup goes through a Trusted Types policy, so that the page may be
 * served with `require-trusted-types-for 'script'`. This is the only policy, and it is not exported: typed text can
 * never become markup. The policy also allows one script by its address, the service worker.
 */

import { template as plain } from "solid-js/web";

export * from "solid-js/web";

interface Policy {
  createHTML(markup: string): unknown;
  createScriptURL(address: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const WORKER = "sw.js";
const policy = factory?.createPolicy("coterie", { createHTML: (markup: string) => markup, createScriptURL: () => WORKER });

/** The address of the service worker. */
export const workerAddress = (): string => (policy ? policy.createScriptURL("") : WORKER) as string;

export const template: typeof plain = (markup, ...rest) =>
  plain((policy ? policy.createHTML(markup) : markup) as string, ...rest);
