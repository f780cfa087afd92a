/** The HTTP calls of the page. An error carries a sentence for the reader. */

import type { CreateCharacter } from "./command-types";
import { isSilent, phrase, type Sentence, wordsKey } from "../words/words";
import type { Roll } from "../messages";

/** The server's preview of a command that was not sent. */
export interface Preview {
  readonly pool: number;
  readonly difficulty?: number;
  /** The dice of the pool in words, and the parts that they come from. */
  readonly dice?: Sentence;
  readonly parts?: readonly (readonly [label: Sentence, dice: number])[];
  readonly expected: number;
  readonly results: readonly { readonly result: Roll["result"]; readonly chance: number }[];
  /** The chances against the opponent's roll, for a seat that sees both pools (E2). */
  readonly resisted?: { readonly first: number; readonly level: number; readonly second: number };
}

/** The server's answer about a draft: the odds, the refusal in English and in words, or a remark. */
export type PreviewAnswer = Preview | { readonly refusal: string; readonly words: Sentence } | { readonly words: Sentence };

/** A practice throw: the fields of a roll that say how its dice came out. */
export type Practised = Pick<Roll, "parts" | "difficulty" | "willpower" | "faces" | "struck" | "worth" | "successes" | "net" | "result" | "degree" | "why">;
/** The server's answer to a practice throw: null for a command without a roll. */
export type PracticeAnswer = Practised | { readonly refusal: string; readonly words: Sentence } | null;

export class HttpError extends Error {
  readonly status: number;
  readonly sentence: Sentence;

  constructor(status: number, sentence: Sentence) {
    super(`${status} ${wordsKey(sentence)}`);
    this.status = status;
    this.sentence = sentence;
  }
}

async function ask(method: string, path: string, body?: unknown, token = ""): Promise<Response> {
  const headers: Record<string, string> = {};
  const file = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = file ? body.type : "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" };
  if (body !== undefined) init.body = file ? body : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`.${path}`, init); // relative to the page, which may lie under a path of another site
  } catch {
    throw new HttpError(0, phrase("page-net-no-server"));
  }
  if (!response.ok) {
    const answer: unknown = await response.json().catch(() => null);
    const { error = "", words = error } = (answer ?? {}) as { readonly error?: string; readonly words?: Sentence };
    throw new HttpError(response.status, isSilent(words) ? phrase("page-net-status", { status: response.status }) : words);
  }
  return response;
}

const call = async <T>(...request: Parameters<typeof ask>): Promise<T> => (await (await ask(...request)).json().catch(() => null)) as T;

export const get = <T>(path: string, token = "") => call<T>("GET", path, undefined, token);
export const post = <T>(path: string, body: unknown = {}, token = "") => call<T>("POST", path, body, token);
export const put = <T>(path: string, body: unknown, token: string) => call<T>("PUT", path, body, token);
export const patch = <T>(path: string, body: unknown, token: string) => call<T>("PATCH", path, body, token);
export const download = async (path: string, token: string): Promise<Blob> => await (await ask("GET", path, undefined, token)).blob();
export const remove = <T>(path: string, token: string) => call<T>("DELETE", path, undefined, token);

/** A link, and the rows of its QR code: 1 is a dark square. */
export interface Link {
  readonly link: string;
  readonly qr: readonly string[];
}

/** A character that can be played at once, in the fields of a character file. */
export type ReadyCharacter = Required<Omit<CreateCharacter, "player" | "hidden">>;

export interface Rules {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly switches: readonly { readonly name: string; readonly choices: readonly string[]; readonly label: string }[];
  readonly traits: readonly { readonly name: string; readonly traits: readonly string[]; readonly most: number }[];
  readonly ready: readonly ReadyCharacter[];
  /** Names of traits, stores and powers that no mortal has. */
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
  readonly status?: "" | "hidden";
}

/** How much a chronicle takes, about. */
export interface ChronicleSize {
  readonly scenes: number;
  readonly commits: number;
  readonly bytes: number;
  readonly pictures: number;
  readonly picture_bytes: number;
}
