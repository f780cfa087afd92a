/** The Storyteller's form for a new handout. Nobody is chosen beforehand, because a handout cannot be unseen. */

import { createSignal, createUniqueId, For, Show } from "solid-js";
import type { SeatHere } from "../messages";
import { LONG_TEXT_MOST } from "../forms/bounds";
import { useTable } from "../state/table";
import { SendButton } from "../ui/send-button";
import { t } from "../words/render";
import { decoded, shrunk } from "./image-file";
import { DrawnPicture } from "./picture";
import { PictureFile } from "./picture-file";

type To = "all" | "some" | "later";
const CHOICES: readonly To[] = ["all", "some", "later"];
const TITLE_MOST = 60;

export function NewHandout(props: { players: readonly SeatHere[] }) {
  const table = useTable();
  const id = createUniqueId();
  const [open, setOpen] = createSignal(false);
  const [title, setTitle] = createSignal("");
  const [text, setText] = createSignal("");
  const [bitmap, setBitmap] = createSignal<ImageBitmap>();
  const [unreadable, setUnreadable] = createSignal(false);
  const [to, setTo] = createSignal<To>();
  const [seats, setSeats] = createSignal<readonly string[]>([]);
  const [busy, setBusy] = createSignal(false);
  /** Everything that is still missing, in the order of the form; "" if the handout can be sent. */
  const lacks = () =>
    [
      title().trim() === "" && t("page-fill-in", { field: t("page-ask-handout-title") }),
      text().trim() === "" && bitmap() === undefined && t("page-handout-lacks-content"),
      to() === undefined && t("page-fill-in", { field: t("page-ask-handout-to") }),
      to() === "some" && seats().length === 0 && t("page-fill-in", { field: t("page-ask-handout-seats") }),
    ]
      .filter(Boolean)
      .join(" ");

  const choose = async (file: Blob) => {
    const found = await decoded(file);
    setUnreadable(found === undefined);
    setBitmap(found);
  };
  const clear = () => {
    setTitle("");
    setText("");
    setBitmap(undefined);
    setTo(undefined);
    setSeats([]);
    setOpen(false);
  };
  const show = async () => {
    if (lacks() || busy()) return;
    setBusy(true);
    const found = bitmap();
    const file = found && (await shrunk(found));
    const picture = file ? await table.uploadPicture(file) : "";
    if (picture || !found) {
      const whom = to() === "some" ? seats() : [];
      const outcome = await table.send("ShowHandout", { name: title().trim(), text: text(), picture, to: whom, later: to() === "later" });
      if (outcome.ok) clear();
    }
    setBusy(false);
  };

  return (
    <Show
      when={open()}
      fallback={
        <button type="button" onClick={() => setOpen(true)} data-testid="new-handout">
          {t("page-do-new-handout")}
        </button>
      }
    >
      <form
        class="new-handout"
        data-testid="handout-form"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <label class="field">
          <span>{t("page-ask-handout-title")}</span>
          <input type="text" maxlength={TITLE_MOST} required value={title()} onInput={(e) => setTitle(e.currentTarget.value)} name="title" />
        </label>
        <label class="field">
          <span>{t("page-ask-handout-text")}</span>
          <textarea rows="3" maxlength={LONG_TEXT_MOST} value={text()} onInput={(e) => setText(e.currentTarget.value)} name="text" />
        </label>
        <PictureFile choose={(file) => void choose(file)} label={t("page-ask-handout-picture")} />
        <Show when={unreadable()}>
          <p role="alert">{t("page-picture-unreadable")}</p>
        </Show>
        <Show when={bitmap()} keyed>
          {(found) => <DrawnPicture bitmap={found} label="" />}
        </Show>
        <fieldset class="field">
          <legend>{t("page-ask-handout-to")}</legend>
          <div class="pills">
            <For each={CHOICES.filter((one) => one !== "some" || props.players.length > 0)}>
              {(one) => (
                <label class="pill">
                  <input type="radio" name={`${id}-to`} value={one} checked={to() === one} onChange={() => setTo(one)} />
                  <span>{t(`page-handout-to-${one}`)}</span>
                </label>
              )}
            </For>
          </div>
        </fieldset>
        <Show when={to() === "some"}>
          <fieldset class="field">
            <legend>{t("page-ask-handout-seats")}</legend>
            <div class="pills">
              <For each={props.players}>
                {(seat) => (
                  <label class="pill">
                    <input
                      type="checkbox"
                      value={seat.id}
                      checked={seats().includes(seat.id)}
                      onChange={(e) => setSeats(e.currentTarget.checked ? [...seats(), seat.id] : seats().filter((one) => one !== seat.id))}
                    />
                    <span>{seat.name}</span>
                  </label>
                )}
              </For>
            </div>
          </fieldset>
        </Show>
        <div>
          <SendButton class="do" lacks={lacks()} busy={busy()} testid="handout-do">
            {t(to() === "later" ? "page-do-keep-handout" : "page-do-show-handout")}
          </SendButton>
          <button type="button" class="plain" onClick={clear}>
            {t("page-do-cancel")}
          </button>
        </div>
      </form>
    </Show>
  );
}
