/**
 * The connection: hello, welcome, ticks, retries. No DOM, no records.
 *
 * Law 1. A command keeps its id until it is answered; after a reconnect the same bytes are sent again.
 * Law 2. After 40 s without a message, or as soon as the browser is offline, the page counts as disconnected.
 * Law 3. The first retry comes within 2 s, or within the window that the server named; only failures make the window
 *        longer, up to 30 s.
 */

import { decodeMulti, encode } from "@msgpack/msgpack";
import type { ClientFrames, Closing, ServerFrame } from "../messages";
import { isSilent, phrase, type Sentence } from "../words/words";
import { closeOnceOpen, takeSocket } from "./early-socket";
import { type FrameName, readFrame, writeCommand, writeFrame } from "./codec";
import { type LookbackQuery, type LookbackAnswer, LookbackRequests } from "./lookback-requests";

/** Milliseconds without a message after which the connection counts as lost. */
export const SILENCE = 40_000;
/** The close code for ended access: the session no longer opens this table. */
export const ACCESS_ENDED = 4401;
/** The largest message, in bytes, that the server accepts. */
const MAX_FRAME = 64 * 1024;
/** The retry window in milliseconds: at first, and at most. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;
const STRUCTS: Readonly<Record<FrameName, string>> = {
  ack: "Ack",
  command: "Submit",
  hello: "Hello",
  in_sight: "InSight",
  look: "Look",
  typing: "Typing",
};

/** `joining`: no welcome yet. `here`: in step. `away`: a retry is scheduled. `gone`: no further retry. */
export type Link = "joining" | "here" | "away" | "gone";

export interface Status {
  readonly link: Link;
  readonly sentence: Sentence;
}

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly sentence: Sentence };

/** The part of a WebSocket that the connection uses. */
export interface Wire {
  readonly readyState: number;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
}

export interface World {
  /** Open a wire that sends this hello first. */
  open(hello: Uint8Array<ArrayBuffer>): Wire;
  close(wire: Wire): void;
  now(): number;
  random(): number;
  id(): Uint8Array;
  after(ms: number, run: () => void): () => void;
}

/** The data that the page gives for the hello and for commands, and its callbacks. */
export interface ConnectionListener {
  hello(): ClientFrames["hello"];
  seen(): number;
  received(frames: readonly ServerFrame[]): void;
  status(status: Status): void;
  accessEnded(sentence: Sentence): void;
}

interface Pending {
  readonly frame: Uint8Array<ArrayBuffer>;
  readonly settle: (outcome: Outcome) => void;
}

const hex = (id: Uint8Array) => Array.from(id, (b) => b.toString(16).padStart(2, "0")).join("");
const framesOf = <F extends ServerFrame["frame"]>(frames: readonly ServerFrame[], frame: F) =>
  frames.filter((f): f is Extract<ServerFrame, { frame: F }> => f.frame === frame);

export class Connection {
  private wire: Wire | undefined;
  private link: Link = "joining";
  private failures = 0;
  private lastReceived = 0;
  private closing: Closing | undefined;
  private readonly pending = new Map<string, Pending>();
  private readonly lookbacks = new LookbackRequests((question) => this.send("look", question));
  private readonly timers = { retry: () => {}, silence: () => {} };
  private stopped = false;
  private sight = false;
  private readonly listener: ConnectionListener;
  private readonly world: World;

  constructor(listener: ConnectionListener, world: World) {
    this.listener = listener;
    this.world = world;
  }

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.timers.retry();
    this.closing = undefined;
    this.setStatus("joining", phrase(this.failures ? "page-net-joining-again" : "page-net-joining"));
    const wire = this.world.open(encode(writeFrame("hello", this.listener.hello(), STRUCTS.hello)));
    this.wire = wire;
    const ifCurrent = (run: () => void) => {
      if (this.wire === wire) run();
    };
    wire.onmessage = (event) => ifCurrent(() => this.receive(event.data));
    wire.onclose = (event) => ifCurrent(() => this.onClosed(event.code, event.reason));
    this.restartSilenceTimer();
  }

  /** Disconnect for good. Commands without an answer are settled as failed. */
  stop(): void {
    this.stopped = true;
    this.timers.retry();
    this.closeSocket();
    this.failPending(phrase("page-net-left"));
  }

  /** Try to connect now: the page became visible, or (`byUser`) the user pressed the button. */
  retryNow(byUser = false): void {
    if (this.stopped || (this.link === "gone" && !byUser)) return;
    if (this.link === "away" || this.link === "gone") this.start();
    else if (this.world.now() - this.lastReceived > SILENCE) this.connectionLost();
  }

  /** The browser has no network: messages would not arrive. */
  offline(): void {
    if (this.link === "here" || this.link === "joining") this.connectionLost(phrase("page-net-offline"));
  }

  /** The browser has a network again: a try that began without a network is replaced now. */
  online(): void {
    if (this.stopped) return;
    if (this.link === "joining") this.closeSocket();
    if (this.link === "away" || this.link === "joining") this.start();
    else this.retryNow();
  }

  /** Send a command, now or after the next welcome. The promise always resolves. */
  command(name: string, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const id = this.world.id();
    const body = writeCommand(name, fields);
    const frame = encode(writeFrame("command", { id, seen: this.listener.seen(), command: body }, "Submit"));
    return new Promise((settle) => {
      if (this.stopped || this.link === "gone") {
        settle({ ok: false, code: "away", sentence: phrase("page-net-not-here") });
        return;
      }
      // The server closes the connection after a larger message, and would do so after each resend.
      if (frame.length > MAX_FRAME) {
        settle({ ok: false, code: "too-big", sentence: phrase("page-net-too-big") });
        return;
      }
      this.pending.set(hex(id), { frame, settle });
      if (this.link === "here") this.wire?.send(frame);
    });
  }

  /** Ask for a past view. Undefined if the connection is lost before the answer comes. */
  lookBack(look: LookbackQuery): Promise<LookbackAnswer | undefined> {
    return this.link === "here" ? this.lookbacks.ask(look) : Promise.resolve(undefined);
  }

  typing(on: boolean): void {
    if (this.link === "here") this.send("typing", { on });
  }

  /** Tell the server whether the page is in sight. Push messages come only while it is not. */
  inSight(on: boolean): void {
    this.sight = on;
    if (this.link === "here") this.send("in_sight", { on });
  }

  private send<N extends FrameName>(name: N, fields: ClientFrames[N]): void {
    if (this.wire?.readyState === 1) this.wire.send(encode(writeFrame(name, fields, STRUCTS[name])));
  }

  private receive(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) return;
    this.restartSilenceTimer();
    const frames: ServerFrame[] = [];
    for (const raw of decodeMulti(new Uint8Array(data))) {
      const frame = readFrame(raw as readonly unknown[]);
      if (frame !== undefined) frames.push(frame);
    }
    const [looked] = framesOf(frames, "looked");
    if (looked !== undefined) {
      this.lookbacks.answer({ looked, views: framesOf(frames, "view") });
      return;
    }
    for (const frame of frames) this.handle(frame);
    this.listener.received(frames);
    if (framesOf(frames, "welcome").length) this.welcomed();
  }

  /** Handle the frames that concern the connection itself. */
  private handle(frame: ServerFrame): void {
    if (frame.frame === "tick") this.send("ack", { n: frame.n });
    else if (frame.frame === "accepted") this.settle(frame.id, { ok: true });
    else if (frame.frame === "refused") this.settle(frame.id, { ok: false, code: frame.code, sentence: frame.words });
    else if (frame.frame === "closing") this.closing = frame;
  }

  private welcomed(): void {
    this.failures = 0;
    this.setStatus("here", phrase("page-net-connected"));
    for (const { frame } of this.pending.values()) this.wire?.send(frame);
    if (this.sight) this.inSight(true); // to the server, a new connection is out of sight
  }

  private settle(id: Uint8Array, outcome: Outcome): void {
    const key = hex(id);
    this.pending.get(key)?.settle(outcome);
    this.pending.delete(key);
  }

  private failPending(sentence: Sentence): void {
    for (const { settle } of this.pending.values()) settle({ ok: false, code: "away", sentence });
    this.pending.clear();
    this.lookbacks.cancelAll();
  }

  /** A message shows that the server reaches the page; 40 s of silence show that it does not. */
  private restartSilenceTimer(): void {
    this.lastReceived = this.world.now();
    this.timers.silence();
    this.timers.silence = this.world.after(SILENCE, () => this.connectionLost());
  }

  private closeSocket(): void {
    this.timers.silence();
    const wire = this.wire;
    this.wire = undefined;
    if (wire) this.world.close(wire);
  }

  private connectionLost(sentence: Sentence = ""): void {
    this.closeSocket();
    this.onClosed(1006, sentence);
  }

  private onClosed(code: number, reason: Sentence): void {
    this.closeSocket();
    this.lookbacks.cancelAll();
    const last = this.closing;
    const named: Sentence = last && !isSilent(last.why) ? last.why : reason;
    const sentence = (otherwise: string): Sentence => (isSilent(named) ? phrase(otherwise) : named);
    if (code === ACCESS_ENDED || last?.code === ACCESS_ENDED) {
      this.endForGood(sentence("page-net-link-ended"));
      this.listener.accessEnded(named);
    } else if (last?.retry === -1) {
      this.endForGood(sentence("page-net-closed"));
    } else {
      const window = last && last.retry > 0 ? last.retry : Math.min(FIRST_RETRY * 2 ** this.failures, LAST_RETRY);
      this.failures += 1;
      this.setStatus("away", sentence("page-net-unreachable"));
      this.timers.retry = this.world.after(this.world.random() * window, () => this.start());
    }
  }

  private endForGood(sentence: Sentence): void {
    this.setStatus("gone", sentence);
    this.failPending(sentence);
  }

  private setStatus(link: Link, sentence: Sentence): void {
    this.link = link;
    this.listener.status({ link, sentence });
  }
}

/** The browser's sockets, clock, randomness and timers; it connects to the server that the page came from. */
export function browser(): World {
  return {
    open: takeSocket,
    close: (wire) => closeOnceOpen(wire as WebSocket),
    now: () => performance.now(),
    random: Math.random,
    id: () => crypto.getRandomValues(new Uint8Array(16)),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
