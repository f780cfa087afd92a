/** The text field: speak as a character or as the player, to all seats or to a single seat. Enter sends, Shift+Enter
 * breaks a line. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import { DRAFTS } from "../net/session";
import { tab } from "../browser/storage";
import { t } from "../words/render";
import { phrase } from "../words/words";
import { useTable } from "../state/table";
import { useMyCharacters } from "../characters/my-character";

/** Milliseconds without a key after which the seat is no longer shown as typing. */
const TYPING_FOR = 4000;
/** Milliseconds after which a line without an answer is shown as waiting. */
const LATE = 500;
/** The maximal length of a line. A longer line is refused, because a cut could go unnoticed. */
const LONGEST = 4000;
/** The start of a line for the text roller; the server reads the rest. */
const FOR_THE_ROLLER = /^(\?[a-z]|\/(throw|roll|r)(?![a-z]))/i;
/** The start of a line that may become a line for the roller. */
const MAYBE_FOR_THE_ROLLER = /^\s*[?/]/;

export function Composer() {
  const table = useTable();
  const mine = useMyCharacters();
  /** The unsent text and its addressee are stored, so that they survive a look back and a reload. */
  const draft = `${DRAFTS}${table.stream}/${table.seat()}`;
  const [savedText, savedAddressee]: readonly [string, string] = JSON.parse(tab.get(draft) ?? '["",""]');
  const [text, setText] = createSignal(savedText);
  const [addressee, setAddressee] = createSignal(savedAddressee);
  createEffect(() => (text() ? tab.set(draft, JSON.stringify([text(), addressee()])) : tab.remove(draft)));
  const [speaker, setSpeaker] = createSignal("");
  /** The lines without an answer, once that takes long. */
  const [waitingLines, setWaitingLines] = createSignal<readonly { readonly sent: string }[]>([]);
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

  const grow = () => {
    if (field === undefined) return;
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, 180)}px`;
  };

  const send = async () => {
    const sent = text().trim();
    if (!sent) return;
    if (sent.length > LONGEST) {
      table.setRefusal(phrase("page-line-too-long", { n: sent.length, most: LONGEST }));
      return;
    }
    setTyping(false);
    setText("");
    queueMicrotask(grow);
    const line = { sent };
    const slow = setTimeout(() => setWaitingLines([...waitingLines(), line]), LATE);
    const recipient = addressee();
    const isThrow = FOR_THE_ROLLER.test(sent) && !recipient;
    const outcome = isThrow
      ? await table.submit("ThrowAsTyped", { text: sent, actor: speaker() })
      : await table.submit("Say", { text: sent, actor: speaker(), to: recipient ? [recipient] : [] });
    clearTimeout(slow);
    setWaitingLines(waitingLines().filter((other) => other !== line));
    if (outcome.ok) return;
    // A refused line returns before the text written since. If it was a whisper, the whole text becomes a whisper.
    setText([sent, text()].filter(Boolean).join("\n"));
    if (recipient) setAddressee(recipient);
    queueMicrotask(grow);
  };

  const others = () => table.presence()?.seats.filter((s) => s.id !== table.seat() && s.role !== "spectator") ?? [];
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
          <select value={addressee()} onChange={(e) => setAddressee(e.currentTarget.value)} data-testid="say-to">
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
      <div class="composer-line">
        <textarea
          rows="1"
          aria-label={label()}
          placeholder={label()}
          value={text()}
          ref={(el) => {
            field = el;
            queueMicrotask(grow);
          }}
          data-testid="say"
          onInput={(event) => {
            setText(event.currentTarget.value);
            // Typing for the roller is not shown either: the throw may be secret (W2).
            setTyping(event.currentTarget.value !== "" && !MAYBE_FOR_THE_ROLLER.test(event.currentTarget.value) && addressee() === "");
            grow();
          }}
          onKeyDown={(event) => {
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
