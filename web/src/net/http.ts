/** The few calls over HTTP. An error is a sentence for people. */

import type { CreateCharacter } from "./command-types";
import type { Roll } from "../messages";

/** The server's preview of a command that was not sent yet. */
export interface Preview {
  readonly pool: number;
  /** The dice of the pool in words, and how they come about. */
  readonly dice?: string;
  readonly parts?: readonly (readonly [label: string, dice: number])[];
  readonly expected: number;
  readonly results: readonly { readonly result: Roll["result"]; readonly chance: number }[];
  /** How it ends against the other side's roll, for whoever sees both (E2). */
  readonly resisted?: { readonly first: number; readonly level: number; readonly second: number };
}

/** The server's answer about a draft: the pool and its odds, the refusal, or a sentence. */
export type PreviewAnswer = Preview | { readonly refusal: string } | { readonly words: string };

export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

async function call<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new HttpError(0, "The server cannot be reached. Is it running, and are you on its network?");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const errorText = (answer as { error?: unknown } | null)?.error;
    throw new HttpError(response.status, typeof errorText === "string" ? errorText : `The server answered ${response.status}.`);
  }
  return answer as T;
}

export const get = <T>(path: string, token = "") => call<T>("GET", path, undefined, token);
export const post = <T>(path: string, body: unknown = {}, token = "") => call<T>("POST", path, body, token);
export const remove = <T>(path: string, token: string) => call<T>("DELETE", path, undefined, token);

/** A link, and the rows of its QR code: 1 is dark. */
export interface Link {
  readonly link: string;
  readonly qr: readonly string[];
}

/** A character that can be played at once, as a file has it. */
export type ReadyCharacter = Required<Omit<CreateCharacter, "player" | "hidden">>;

export interface Rules {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly switches: readonly { readonly name: string; readonly choices: readonly string[]; readonly label: string }[];
  readonly traits: readonly { readonly name: string; readonly traits: readonly string[]; readonly most: number }[];
  readonly ready: readonly ReadyCharacter[];
  /** Traits, stores and powers that no mortal has, by name. */
  readonly undead: readonly string[];
}

export interface SeatEntry {
  readonly id: string;
  readonly name: string;
  readonly role: "storyteller" | "player" | "spectator";
  readonly revoked: boolean;
}

export interface ChronicleEntry {
  readonly id: string;
  readonly name: string;
  readonly created: number;
}
