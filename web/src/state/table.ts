/** The state of a table as signals, fed by the connection. Each message is a batch, so that no reader sees half of
 * it. */

import { batch, createContext, createSignal, type Setter, useContext } from "solid-js";
import { type CommandName, writeCommand } from "../net/codec";
import { type HttpError, type PracticeAnswer, type PreviewAnswer, post } from "../net/http";
import { loadPicture } from "../net/pictures";
import type { TypeOf } from "./records";
import { isSilent, phrase, type Sentence } from "../words/words";
import { inWords } from "../words/render";
import type { LookbackAnswer } from "../net/lookback-requests";
import { browser, Connection, type Outcome, type Status, type World } from "../net/connection";
import { OpenOptions } from "./open-options";
import { type Entry, STORY_KEPT } from "./story";
import { RecordSignals, type Reading } from "./record-signals";
import type { AnyRecord, CommandLayout, Commands, Option, OptionGroup, Presence, ServerFrame, Welcome } from "../messages";

type Type = AnyRecord["type"];

/** The number of fruitless tries after which loading the older story is given up. */
const MAX_TRIES = 3;

/** The sentence for a story that could not be loaded. */
export const STORY_UNREADABLE: Sentence = phrase("page-story-unreadable");

export class Table implements Reading {
  readonly live = new RecordSignals();
  readonly stream: string;
  readonly status: () => Status;
  readonly welcome: () => Welcome | undefined;
  readonly presence: () => Presence | undefined;
  readonly options: () => readonly Option[];
  /** The last refusal or failure; shown until it is dismissed or the next command is accepted. */
  readonly refusal: () => Sentence;
  readonly setRefusal: Setter<Sentence>;
  /** The number of commands without an answer. */
  readonly pending: () => number;
  private readonly setPending: Setter<number>;
  readonly connection: Connection;
  private readonly setWelcome: Setter<Welcome | undefined>;
  private readonly setPresence: Setter<Presence | undefined>;
  private readonly setOptions: Setter<readonly Option[]>;
  private readonly token: string;
  private readonly openOptions = new OpenOptions();

  /** `story`: false if the table shows nothing of the story so far. */
  constructor(token: string, stream: string, accessEnded: (sentence: Sentence) => void, world: World = browser(), story = true) {
    this.stream = stream;
    this.token = token;
    const [status, setStatus] = createSignal<Status>({ link: "joining", sentence: phrase("page-net-joining") });
    const [welcome, setWelcome] = createSignal<Welcome>();
    const [presence, setPresence] = createSignal<Presence>();
    const [options, setOptions] = createSignal<readonly Option[]>([]);
    const [refusal, setRefusal] = createSignal<Sentence>("");
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
        hello: () => ({ token, stream, epoch: records.epoch, position: records.epoch ? records.position() : [], story }),
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
        else if (frame.frame === "options") {
          this.openOptions.apply(frame);
          this.setOptions(this.openOptions.all());
        }
        else if (frame.frame === "reset") this.setRefusal(frame.why);
        else if (frame.frame === "welcome") {
          // Until the older story has arrived, there is no position to resume from.
          this.live.records.epoch = frame.resumed ? frame.epoch : "";
          if (!frame.resumed) this.live.records.story.begins = frame;
          // Only a whole view brings the layout of options; it stays the same for the life of the server's process.
          this.setWelcome((last) => (frame.groups.length || !last ? frame : { ...frame, groups: last.groups, layouts: last.layouts }));
        }
      }
    });
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
  audiencesOf(type: Type, id: string): readonly string[] {
    return this.live.audiencesOf(type, id);
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
  groupTitle = (group: string): string => inWords(this.groups().find((g) => g.id === group)?.title ?? group);
  layout = (command: string): CommandLayout | undefined => this.welcome()?.layouts?.find((l) => l.command === command);

  seat = (): string => this.welcome()?.seat ?? "";
  role = () => this.welcome()?.role ?? "spectator";
  isStoryteller = (): boolean => this.role() === "storyteller";
  seatName = (id: string): string => this.presence()?.seats.find((s) => s.id === id)?.name ?? "";

  /** Send a command; a refusal is shown as well as returned. */
  async submit<N extends CommandName>(name: N, fields: Commands[N]): Promise<Outcome> {
    return this.send(name, fields as Readonly<Record<string, unknown>>);
  }

  async send(name: string, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const outcome = await this.sendQuietly(name, fields);
    this.setRefusal(outcome.ok ? "" : outcome.sentence);
    return outcome;
  }

  /** Send a command whose refusal the caller shows. */
  async sendQuietly(name: string, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    this.setPending((n) => n + 1);
    const outcome = await this.connection.command(name, fields);
    this.setPending((n) => n - 1);
    return outcome;
  }

  /** Ask the server for the odds of a command, or for its refusal, as this seat sees them. The command is not
   * applied. */
  async previewCommand(name: string, fields: Readonly<Record<string, unknown>>): Promise<PreviewAnswer | null> {
    return post("/api/odds", { stream: this.stream, command: writeCommand(name, fields) }, this.token);
  }

  /** Throw the dice of a command for practice: for this page alone, and without a line in the story. */
  async practise(name: string, fields: Readonly<Record<string, unknown>>): Promise<PracticeAnswer> {
    return post("/api/practice", { stream: this.stream, command: writeCommand(name, fields) }, this.token);
  }

  /** Load a picture that this seat sees at this table; undefined if it cannot be loaded. */
  loadPicture = (picture: string): Promise<ImageBitmap | undefined> => loadPicture(picture, this.stream, this.token);

  /** Upload a picture and return its id, "" if it was refused; the refusal is shown. */
  async uploadPicture(file: Blob): Promise<string> {
    try {
      const { picture } = await post<{ readonly picture: string }>("/api/pictures", file, this.token);
      return picture;
    } catch (error) {
      this.setRefusal((error as HttpError).sentence);
      return "";
    }
  }

  /** Load older story. Return true if there may be more. */
  async loadOlder(): Promise<boolean> {
    const story = this.live.records.story;
    if (!story.hasOlder) return false;
    const from = story.begins;
    const answer = await this.connection.lookBack({ before: from.before, of: from.of });
    if (answer === undefined || !isSilent(answer.looked.refused) || story.begins !== from) return true;
    this.live.change((touched) => {
      for (const view of answer.views) this.live.records.earlier(view, touched);
      story.begins = answer.looked;
    });
    return story.hasOlder;
  }

  /** Load the story to its beginning, or as far back as a page keeps it; false if it could not be loaded. Without
   * progress (asked too fast, or disconnected) it tries again after a pause. */
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

  /** The moment just before an audience received its part number `n`; undefined if the server did not say. */
  async momentBefore(audience: string, n: number): Promise<number | undefined> {
    const answer = await this.connection.lookBack({ before: n, of: audience });
    return answer !== undefined && isSilent(answer.looked.refused) ? answer.looked.at : undefined;
  }

  /** The table as a seat saw it at moment `at`, counted by seat `by`. "" is the own seat. */
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
