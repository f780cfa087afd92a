/** Where one writes: as a character or oneself, to everybody or to somebody. Enter sends, Shift+Enter breaks a line. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from "solid-js";
import { DRAFTS } from "../net/session";
import { tab } from "../net/storage";
import { useTable } from "../state/table";
import { useMine } from "../characters/my-character";

const TYPING_FOR = 4000;
/** After so long, in ms, a line that was sent and not answered is shown as waiting. */
const LATE = 500;
/** Characters that a line may have. What is longer is not cut off: nobody would miss what is gone. */
const LONGEST = 4000;
/** How a line begins that is meant for the text roller; what it holds is for the table to read. */
const FOR_THE_ROLLER = /^(\?[a-z]|\/(throw|roll|r)(?![a-z]))/i;
/** How a line begins that may become one for the roller. */
const MAYBE_FOR_THE_ROLLER = /^\s*[?/]/;

export function Composer() {
  const table = useTable();
  const mine = useMine();
  /** What was written and not said yet, and to whom, outlasts a look back and a page that is loaded again. */
  const draft = `${DRAFTS}${table.stream}/${table.seat()}`;
  const [begun, addressed]: readonly [string, string] = JSON.parse(tab.get(draft) ?? '["",""]');
  const [text, setText] = createSignal(begun);
  const [to, setTo] = createSignal(addressed);
  createEffect(() => (text() ? tab.set(draft, JSON.stringify([text(), to()])) : tab.remove(draft)));
  const [as, setAs] = createSignal("");
  /** What was said and has not been answered yet, where that takes long. */
  const [late, setLate] = createSignal<readonly { readonly said: string }[]>([]);
  let typing = false;
  let still: ReturnType<typeof setTimeout> | undefined;
  let field: HTMLTextAreaElement | undefined;

  /** A player speaks as the character until she says otherwise; the Storyteller narrates. */
  const usual = createMemo(() => (table.tells() ? "" : (mine.actor()?.id ?? "")));
  createEffect(on(usual, (id) => setAs(id)));
  onCleanup(() => type(false));

  const type = (on: boolean) => {
    clearTimeout(still);
    if (on) still = setTimeout(() => type(false), TYPING_FOR);
    if (on !== typing) table.connection.typing(on);
    typing = on;
  };

  const grow = () => {
    if (field === undefined) return;
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, 180)}px`;
  };

  const say = async () => {
    const said = text().trim();
    if (!said) return;
    if (said.length > LONGEST) {
      table.setTrouble(`That is ${said.length.toLocaleString()} characters long: say it in pieces of ${LONGEST.toLocaleString()}.`);
      return;
    }
    type(false);
    setText("");
    queueMicrotask(grow);
    const line = { said };
    const slow = setTimeout(() => setLate([...late(), line]), LATE);
    const whom = to();
    const thrown = FOR_THE_ROLLER.test(said) && !whom;
    const outcome = thrown
      ? await table.wish("ThrowAsTyped", { text: said, actor: as() })
      : await table.wish("Say", { text: said, actor: as(), to: whom ? [whom] : [] });
    clearTimeout(slow);
    setLate(late().filter((other) => other !== line));
    if (outcome.ok) return;
    // It comes back, before what was written meanwhile; what one of them was to know alone, all of it is.
    setText([said, text()].filter(Boolean).join("\n"));
    if (whom) setTo(whom);
    queueMicrotask(grow);
  };

  const others = () => table.presence()?.seats.filter((s) => s.id !== table.seat() && s.role !== "spectator") ?? [];
  const whisper = () => (table.tells() || to() === "storyteller" ? "Whisper…" : "Whisper… (the Storyteller hears it too)");
  const label = () => (to() ? whisper() : as() ? "Speak…" : table.tells() ? "Narrate…" : "Say aside…");

  return (
    <form
      class="composer"
      classList={{ whispering: to() !== "" }}
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
    >
      <Show when={late().length > 0}>
        <ul class="late" role="status">
          <For each={late()}>
            {(line) => (
              <li data-testid="say-waits">
                {line.said} <small>waits for the table</small>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class="composer-who">
        <label>
          <span class="sr">Speak as</span>
          <select value={as()} onChange={(e) => setAs(e.currentTarget.value)} data-testid="say-as">
            <For each={mine.faces()}>{(face) => <option value={face.id} selected={as() === face.id}>{face.name}</option>}</For>
            <option value="" selected={as() === ""}>{table.tells() ? "Narration" : "Myself, aside"}</option>
          </select>
        </label>
        <label>
          <span class="sr">To</span>
          <select value={to()} onChange={(e) => setTo(e.currentTarget.value)} data-testid="say-to">
            <option value="">to everyone</option>
            <Show when={!table.tells()}>
              <option value="storyteller">to the Storyteller</option>
            </Show>
            <For each={others().filter((s) => s.role === "player")}>
              {(seat) => <option value={seat.id} selected={to() === seat.id}>to {seat.name}</option>}
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
            // Nor is it shown that one writes for the roller: it may be a throw that nobody is to know of (W2).
            type(event.currentTarget.value !== "" && !MAYBE_FOR_THE_ROLLER.test(event.currentTarget.value) && to() === "");
            grow();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              void say();
            }
          }}
        />
        <button type="submit" class="send" disabled={!text().trim()} data-testid="say-send">
          {to() ? "Whisper" : "Say"}
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
        {names().join(", ")} {names().length === 1 ? "is" : "are"} writing…
      </Show>
    </span>
  );
}
