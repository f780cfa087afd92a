/** A table as the page sees it: what the connection hears, as signals. One message is one batch: nobody sees half. */

import { batch, createContext, createSignal, type Setter, useContext } from "solid-js";
import { type CommandName, writeCommand } from "../net/codec";
import { type PreviewAnswer, post } from "../net/http";
import type { TypeOf } from "./records";
import type { LookbackAnswer } from "../net/lookback-requests";
import { browser, Connection, type Outcome, type Status, type World } from "../net/connection";
import { type Entry, STORY_KEPT } from "./story";
import { RecordSignals, type Reading } from "./record-signals";
import type { AnyRecord, CommandLayout, Commands, Option, OptionGroup, Options, Presence, ServerFrame, Welcome } from "../messages";

type Type = AnyRecord["type"];

/** How often the story's beginning is asked for again where nothing came. */
const MAX_TRIES = 3;

export const STORY_UNREADABLE = "The story could not be read to its beginning. Try again when the table is there.";

export class Table implements Reading {
  readonly live = new RecordSignals();
  readonly stream: string;
  readonly status: () => Status;
  readonly welcome: () => Welcome | undefined;
  readonly presence: () => Presence | undefined;
  readonly options: () => readonly Option[];
  /** What was last refused, or could not be done; shown until it is put away or a wish is granted. */
  readonly refusal: () => string;
  readonly setRefusal: Setter<string>;
  /** How many wishes have not been answered yet. */
  readonly pending: () => number;
  private readonly setPending: Setter<number>;
  readonly connection: Connection;
  private readonly setWelcome: Setter<Welcome | undefined>;
  private readonly setPresence: Setter<Presence | undefined>;
  private readonly setOptions: Setter<readonly Option[]>;
  private readonly token: string;
  /** What is open, by command; an empty list where it no longer is. */
  private readonly optionsByCommand = new Map<string, readonly Option[]>();

  constructor(token: string, stream: string, accessEnded: (sentence: string) => void, world: World = browser()) {
    this.stream = stream;
    this.token = token;
    const [status, setStatus] = createSignal<Status>({ link: "joining", sentence: "Coming to the table." });
    const [welcome, setWelcome] = createSignal<Welcome>();
    const [presence, setPresence] = createSignal<Presence>();
    const [options, setOptions] = createSignal<readonly Option[]>([]);
    const [refusal, setRefusal] = createSignal("");
    const [pending, setPending] = createSignal(0);
    this.status = status;
    this.welcome = welcome;
    this.presence = presence;
    this.options = options;
    this.refusal = refusal;
    this.setRefusal = setRefusal;
    this.pending = pending;
    this.setPending = setPending;
    this.setWelcome = setWelcome;
    this.setPresence = setPresence;
    this.setOptions = setOptions;
    const records = this.live.records;
    this.connection = new Connection(
      {
        hello: () => ({ token, stream, epoch: records.epoch, position: records.epoch ? records.position() : [] }),
        seen: () => records.seen,
        received: (frames) => batch(() => this.received(frames)),
        status: setStatus,
        accessEnded,
      },
      world,
    );
  }

  private received(frames: readonly ServerFrame[]): void {
    const whole = frames.some((f) => f.frame === "reset" || (f.frame === "welcome" && !f.resumed));
    if (whole) this.live.replace([]);
    this.live.change((touched) => {
      for (const frame of frames) {
        if (frame.frame === "part") this.live.records.part(frame, touched);
        else if (frame.frame === "view") this.live.records.view(frame, touched);
        else if (frame.frame === "earlier") {
          this.live.records.earlier(frame, touched);
          this.live.records.epoch = this.welcome()?.epoch ?? "";
        }
        else if (frame.frame === "presence") this.setPresence(frame);
        else if (frame.frame === "options") this.applyOptions(frame);
        else if (frame.frame === "reset") this.setRefusal(frame.why);
        else if (frame.frame === "welcome") {
          // Until the story before it is here, too, there is nothing to resume from.
          this.live.records.epoch = frame.resumed ? frame.epoch : "";
          if (!frame.resumed) this.live.records.story.begins = frame;
          this.setWelcome(frame);
        }
      }
    });
  }

  private applyOptions({ whole, offers }: Options): void {
    if (whole) this.optionsByCommand.clear();
    for (const { command, options } of offers) this.optionsByCommand.set(command, options);
    this.setOptions([...this.optionsByCommand.keys()].sort().flatMap((command) => this.optionsByCommand.get(command) ?? []));
  }

  get<T extends Type>(type: T, id: string): TypeOf<T> | undefined {
    return this.live.get(type, id);
  }
  all<T extends Type>(type: T): TypeOf<T>[] {
    return this.live.all(type);
  }
  audienceOf(type: Type, id: string): string {
    return this.live.audienceOf(type, id);
  }
  story(): readonly Entry[] {
    return this.live.story();
  }

  added(): number {
    return this.live.added();
  }

  /** The groups of options, in the order in which they are listed. */
  groups = (): readonly OptionGroup[] => this.welcome()?.groups ?? [];
  /** The place where options of a group are drawn. */
  drawn = (group: string): OptionGroup["drawn"] => this.groups().find((g) => g.id === group)?.drawn ?? "list";
  layout = (command: string): CommandLayout | undefined => this.welcome()?.layouts?.find((l) => l.command === command);

  seat = (): string => this.welcome()?.seat ?? "";
  role = () => this.welcome()?.role ?? "spectator";
  isStoryteller = (): boolean => this.role() === "storyteller";
  seatName = (id: string): string => this.presence()?.seats.find((s) => s.id === id)?.name ?? "";

  /** Send a wish; a refusal is shown as well as returned. */
  async submit<N extends CommandName>(name: N, fields: Commands[N]): Promise<Outcome> {
    return this.send(name, fields as Readonly<Record<string, unknown>>);
  }

  async send(name: string, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const outcome = await this.sendQuietly(name, fields);
    this.setRefusal(outcome.ok ? "" : outcome.sentence);
    return outcome;
  }

  /** Send a wish whose refusal is shown by whoever asks. */
  async sendQuietly(name: string, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    this.setPending((n) => n + 1);
    const outcome = await this.connection.command(name, fields);
    this.setPending((n) => n - 1);
    return outcome;
  }

  /** What a wish would come to, as this seat sees it, or why it would be refused; nothing of it is sent. */
  async previewCommand(name: string, fields: Readonly<Record<string, unknown>>): Promise<PreviewAnswer | null> {
    return post("/api/odds", { stream: this.stream, command: writeCommand(name, fields) }, this.token);
  }

  /** Older story, before what is here. Whether there may be still more. */
  async loadOlder(): Promise<boolean> {
    const story = this.live.records.story;
    if (!story.hasOlder) return false;
    const from = story.begins;
    const answer = await this.connection.lookBack({ before: from.before, of: from.of });
    if (answer === undefined || answer.looked.refused || story.begins !== from) return true;
    this.live.change((touched) => {
      for (const view of answer.views) this.live.records.earlier(view, touched);
      story.begins = answer.looked;
    });
    return story.hasOlder;
  }

  /** Read the story to its beginning, or as far back as a page keeps it; whether that could be done. Where nothing comes
   * it was asked for too fast, or the line is down: soon it is asked for again. */
  async loadWholeStory(): Promise<boolean> {
    let tries = MAX_TRIES;
    while (tries > 0 && this.story().length < STORY_KEPT) {
      const had = this.story().length;
      if (!(await this.loadOlder())) return true;
      if (this.story().length > had) {
        tries = MAX_TRIES;
        continue;
      }
      tries--;
      await new Promise((later) => setTimeout(later, 1000));
    }
    return tries > 0;
  }

  /** The table as a seat saw it, at a moment as the seat `by` counts them. "" is one's own. */
  lookBack(at: number, seat: string, by: string): Promise<LookbackAnswer | undefined> {
    return this.connection.lookBack({ at, seat, by });
  }
}

export const TableContext = createContext<Table>();

export function useTable(): Table {
  const table = useContext(TableContext);
  if (table === undefined) throw new Error("not at a table");
  return table;
}
