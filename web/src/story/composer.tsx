/** The text field: speak as a character or as the player, to all seats or to a single seat. Enter sends, Shift+Enter
 * breaks a line. */

import { createEffect, createMemo, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { DRAFTS } from "../net/session";
import { tab } from "../browser/storage";
import { t } from "../words/render";
import { phrase, type Sentence } from "../words/words";
import { useTable } from "../state/table";
import { useMyCharacters } from "../characters/my-character";
import { retryOnce } from "../ui/chunk-loading";
import { earlyText } from "../words/choice";
import { Refusal } from "../ui/refusal-notice";
import { replyTo } from "./reply";
import type { Completion } from "./slash";

/** Milliseconds without a key after which the seat is no longer shown as typing. */
const TYPING_FOR = 4000;
/** Milliseconds after which a line without an answer is shown as waiting. */
const LATE = 500;
/** The maximal length of a line. A longer line is refused, because a cut could go unnoticed. */
const LONGEST = 4000;
/** The start of a line that may become a line for the roller. */
const MAYBE_FOR_THE_ROLLER = /^\s*[?/]/;

/** The commands that a line may begin with. They are loaded when a line may begin with one. */
const [slash, setSlash] = createSignal<typeof import("./slash")>();
export const loadSlash = async (): Promise<void> => {
  if (slash() === undefined) setSlash(await retryOnce(() => import("./slash")));
};

export function Composer() {
  const table = useTable();
  const mine = useMyCharacters();
  /** The unsent text and its addressee are stored, so that they survive a look back and a reload. */
  const draft = `${DRAFTS}${table.stream}/${table.seat()}`;
  const [savedText, savedAddressee]: readonly [string, string] = JSON.parse(tab.get(draft) ?? '["",""]');
  const [text, setText] = createSignal(savedText);
  const [addressee, setAddressee] = createSignal(savedAddressee);
  /** True while a whisper is answered: the next lines go to the same person. Any other whisper is a single line. */
  const [answering, setAnswering] = createSignal(false);
  const sayTo = (seat: string, stays = false) => {
    setAddressee(seat);
    setAnswering(stays);
  };
  createEffect(() => (text() ? tab.set(draft, JSON.stringify([text(), addressee()])) : tab.remove(draft)));
  const [speaker, setSpeaker] = createSignal("");
  /** The refusal of the last line, until the line is changed. */
  const [refusal, setRefusal] = createSignal<Sentence>("");
  createEffect(on([text, speaker, addressee], () => setRefusal("")));
  /** The lines without an answer, once that takes long. */
  const [waitingLines, setWaitingLines] = createSignal<readonly { readonly sent: string }[]>([]);
  const listId = createUniqueId();
  let typing = false;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let field: HTMLTextAreaElement | undefined;

  /** By default a player speaks as the character, and the Storyteller narrates. */
  const usual = createMemo(() => (table.isStoryteller() ? "" : (mine.actor()?.id ?? "")));
  createEffect(on(usual, (id) => setSpeaker(id)));
  onCleanup(() => setTyping(false));

  const setTyping = (on: boolean) => {
    clearTimeout(typingTimer);
    if (on) typingTimer = setTimeout(() => setTyping(false), TYPING_FOR);
    if (on !== typing) table.connection.typing(on);
    typing = on;
  };

  /** Fit the field to its text. An empty field is not measured: that would have the browser lay out a half-drawn page. */
  const fitHeight = () => {
    if (field === undefined) return;
    field.style.height = "";
    if (field.value) field.style.height = `${Math.min(field.scrollHeight + 2, 180)}px`;
  };

  const send = async () => {
    const sent = text().trim();
    if (!sent) return;
    if (sent.length > LONGEST) {
      setRefusal(phrase("page-line-too-long", { n: sent.length, most: LONGEST }));
      return;
    }
    const recipient = addressee();
    const to = recipient ? [recipient] : [];
    if (MAYBE_FOR_THE_ROLLER.test(sent) && slash() === undefined) {
      await loadSlash().then(send, () => setRefusal(earlyText("early-part-lost")));
      return;
    }
    const commands = slash();
    const meant = commands?.meaning(sent, commands.contextOf(table, speaker()), to);
    if (meant?.kind === "refused") {
      setRefusal(meant.why);
      return;
    }
    const [name, fields] = (meant && commands?.commandOf(meant, speaker())) ?? ["Say", { text: sent, actor: speaker(), to }];
    setTyping(false);
    setText("");
    if (!answering()) setAddressee("");
    queueMicrotask(fitHeight);
    const line = { sent };
    const slow = setTimeout(() => setWaitingLines([...waitingLines(), line]), LATE);
    const outcome = await table.sendQuietly(name, fields);
    clearTimeout(slow);
    setWaitingLines(waitingLines().filter((other) => other !== line));
    if (outcome.ok) {
      table.setRefusal("");
      return;
    }
    // A refused line returns before the text written since. If it was a whisper, the whole text becomes a whisper.
    setText([sent, text()].filter(Boolean).join("\n"));
    if (recipient) setAddressee(recipient);
    setRefusal(outcome.sentence);
    queueMicrotask(fitHeight);
  };

  const [chosen, setChosen] = createSignal(0);
  const [shut, setShut] = createSignal(false);
  /** The completions of a line that begins with a command. */
  const offered = createMemo(() => (text().startsWith("/") && !shut() ? (slash()?.offered(text(), table, speaker()) ?? []) : []));
  createEffect(on(text, (line) => {
    // If the commands do not load, sending the line says so.
    if (MAYBE_FOR_THE_ROLLER.test(line)) void loadSlash().catch(() => {});
    setChosen(0);
    setShut(false);
  }));
  const take = (completion: Completion) => {
    setText(completion.line);
    field?.focus();
  };
  /** Keys of the list of completions; true if the key was used. */
  const inList = (event: KeyboardEvent): boolean => {
    const list = offered();
    const picked = list[chosen()];
    if (picked === undefined) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setChosen((chosen() + (event.key === "ArrowDown" ? 1 : list.length - 1)) % list.length);
    else if (event.key === "Escape") setShut(true);
    else if (event.key === "Tab" || event.key === "Enter") take(picked);
    else return false;
    return true;
  };

  /** Answer a whisper: to its author, who may be the Storyteller. */
  createEffect(
    on(replyTo, (reply) => {
      if (reply === undefined) return;
      const role = table.presence()?.seats.find((seat) => seat.id === reply.seat)?.role;
      sayTo(role === "storyteller" ? "storyteller" : reply.seat, true);
      field?.focus();
    }, { defer: true }),
  );

  const others = () => table.presence()?.seats.filter((s) => s.id !== table.seat() && s.role !== "spectator") ?? [];
  /** The addressee of the next line in words: "to Anna". */
  const whom = () => {
    const name = others().find((seat) => seat.id === addressee())?.name;
    return name === undefined ? t("page-to-storyteller") : t("page-to-somebody", { who: name });
  };
  const whisper = () => (table.isStoryteller() || addressee() === "storyteller" ? "page-compose-whisper" : "page-compose-whisper-heard");
  const label = () => t(addressee() ? whisper() : speaker() ? "page-compose-speak" : table.isStoryteller() ? "page-compose-narrate" : "page-compose-aside");

  return (
    <form
      class="composer"
      classList={{ whispering: addressee() !== "" }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Refusal sentence={refusal()} dismiss={() => setRefusal("")} />
      <Show when={waitingLines().length > 0}>
        <ul class="late" role="status">
          <For each={waitingLines()}>
            {(line) => (
              <li data-testid="say-waits">
                {line.sent} <small>{t("page-line-waits")}</small>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class="composer-who">
        <label>
          <span class="sr">{t("page-speak-as")}</span>
          <select value={speaker()} onChange={(e) => setSpeaker(e.currentTarget.value)} data-testid="say-as">
            <For each={mine.faces()}>{(face) => <option value={face.id} selected={speaker() === face.id}>{face.name}</option>}</For>
            <option value="" selected={speaker() === ""}>{t(table.isStoryteller() ? "page-narration" : "page-out-of-character")}</option>
          </select>
        </label>
        <label>
          <span class="sr">{t("page-speak-to")}</span>
          <select value={addressee()} onChange={(e) => sayTo(e.currentTarget.value)} data-testid="say-to">
            <option value="">{t("page-to-everyone")}</option>
            <Show when={!table.isStoryteller()}>
              <option value="storyteller">{t("page-to-storyteller")}</option>
            </Show>
            <For each={others().filter((s) => s.role === "player")}>
              {(seat) => <option value={seat.id} selected={addressee() === seat.id}>{t("page-to-somebody", { who: seat.name })}</option>}
            </For>
          </select>
        </label>
        <TypingNow />
      </div>
      <Show when={answering()}>
        <p class="answering" data-testid="answering">
          {t("page-answering", { whom: whom() })}
          <button type="button" onClick={() => sayTo("")} data-testid="answered">
            {t("page-do-end-whisper")}
          </button>
        </p>
      </Show>
      <div class="composer-line">
        <Show when={offered().length > 0}>
          <ul class="completions" id={listId} role="listbox" aria-label={t("page-slash-list")} data-testid="completions">
            <For each={offered()}>
              {(completion, place) => (
                <li
                  id={`${listId}-${place()}`}
                  role="option"
                  aria-selected={place() === chosen()}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    take(completion);
                  }}
                >
                  <b>{completion.label}</b> <Show when={completion.hint}>{t(completion.hint)}</Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <textarea
          rows="1"
          aria-label={label()}
          placeholder={label()}
          value={text()}
          ref={(el) => {
            field = el;
            queueMicrotask(fitHeight);
          }}
          data-testid="say"
          data-key="/"
          aria-autocomplete="list"
          aria-controls={offered().length > 0 ? listId : undefined}
          aria-activedescendant={offered().length > 0 ? `${listId}-${chosen()}` : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            // Typing for the roller is not shown either: the throw may be secret (W2).
            setTyping(event.currentTarget.value !== "" && !MAYBE_FOR_THE_ROLLER.test(event.currentTarget.value) && addressee() === "");
            fitHeight();
          }}
          onKeyDown={(event) => {
            if (!event.isComposing && !event.shiftKey && inList(event)) {
              event.preventDefault();
              return;
            }
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              void send();
            }
          }}
        />
        <button type="submit" class="send" disabled={!text().trim()} data-testid="say-send">
          {t(addressee() ? "page-do-whisper" : "page-do-say")}
        </button>
      </div>
    </form>
  );
}

function TypingNow() {
  const table = useTable();
  const names = () =>
    table
      .presence()
      ?.seats.filter((s) => s.typing && s.id !== table.seat())
      .map((s) => s.name) ?? [];
  return (
    <span class="typing" aria-live="off" data-testid="typing">
      <Show when={names().length > 0}>
        {t("page-typing-now", { n: names().length, names: names().join(", ") })}
      </Show>
    </span>
  );
}
