/** The menu's switch for push messages, which call the reader while the page is closed. It is drawn where they can come. */

import { createEffect, createSignal, on, onMount, Show } from "solid-js";
import { HttpError } from "../net/http";
import { canPush, pushState, startPush, stopPush } from "../net/push";
import { remember, type SeatSession } from "../net/session";
import { locale } from "../words/language";
import { inWords, t } from "../words/render";
import { phrase, type Sentence } from "../words/words";

/** Milliseconds after which the reader is told that the browser's push service does not answer. */
const PATIENCE = 10_000;

interface Props {
  readonly session: SeatSession;
  /** The seat now stays signed in on this device: a message is of no use if it leads to a page without a seat. */
  readonly stays: () => void;
}

export function PushSwitch(props: Props) {
  const [isOn, setOn] = createSignal<boolean>();
  const [problem, setProblem] = createSignal<Sentence>("");
  onMount(async () => {
    if (!canPush() || props.session.role === "spectator") return;
    setOn(await pushState(props.session.token).then((state) => state.on, () => undefined));
  });
  /** The message comes in the reader's language. */
  const inNewLanguage = () => {
    if (isOn() === true) void startPush(props.session, locale()).catch(() => undefined); // the old language stays
  };
  createEffect(on(locale, inNewLanguage, { defer: true }));
  const start = async (): Promise<Sentence> => {
    if (!(await startPush(props.session, locale()))) return phrase("page-alert-denied");
    remember(props.session, true);
    props.stays();
    setOn(true);
    setProblem(""); // it may have answered after all
    return "";
  };
  const stop = async (): Promise<Sentence> => {
    await stopPush(props.session);
    setOn(false);
    return "";
  };
  const change = async (box: HTMLInputElement) => {
    const work = (box.checked ? start() : stop()).catch((error) => (error instanceof HttpError ? error.sentence : phrase("page-push-failed")));
    const silence = new Promise<Sentence>((end) => setTimeout(() => end(phrase("page-push-failed")), PATIENCE));
    setProblem(await Promise.race([work, silence]));
    box.checked = isOn() === true;
  };
  return (
    <Show when={isOn() !== undefined}>
      <label class="flag">
        <input type="checkbox" checked={isOn() === true} data-testid="alert-push" onChange={(event) => change(event.currentTarget)} />
        <span>{t("page-alert-push")}</span>
      </label>
      <Show when={problem()}>
        <p class="quiet small" role="status">
          {inWords(problem())}
        </p>
      </Show>
    </Show>
  );
}
