/** What the host does with a chronicle besides opening it: rename, hide, save a copy, delete. */

import { createResource, createSignal, Show } from "solid-js";
import { fileName } from "../files/file-name";
import { saveBlob } from "../files/save-file";
import { type ChronicleEntry, type ChronicleSize, download, get, patch, remove } from "../net/http";
import { bytesText } from "../text/bytes";
import { t } from "../words/render";

interface Props {
  readonly chronicle: ChronicleEntry;
  readonly token: string;
  /** Run a request, show its error, and read the list of chronicles again. */
  readonly change: (run: () => Promise<unknown>) => Promise<void>;
}

export function ChronicleSettings(props: Props) {
  const [open, setOpen] = createSignal(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="chronicle-settings">
      <summary aria-label={t("page-chronicle-settings-of", { name: props.chronicle.name })}>{t("page-chronicle-settings")}</summary>
      <Show when={open()}>
        <Settings {...props} />
      </Show>
    </details>
  );
}

function Settings(props: Props) {
  const path = () => `/api/chronicles/${props.chronicle.id}`;
  const [size] = createResource(() => get<ChronicleSize>(`${path()}/size`, props.token));
  const [name, setName] = createSignal(props.chronicle.name);
  const [saving, setSaving] = createSignal(false);
  /** How often the host was asked about deleting: not yet, once, twice. */
  const [asked, setAsked] = createSignal(0);
  const isHidden = () => props.chronicle.status === "hidden";
  const saveCopy = async () => {
    setSaving(true);
    await props.change(async () => saveBlob(fileName(props.chronicle.name, "chronicle", "db"), await download(`${path()}/file`, props.token)));
    setSaving(false);
  };

  return (
    <div class="chronicle-settings">
      <Show when={!size.error} fallback={<p role="alert">{t("page-size-failed")}</p>}>
        <p class="quiet" data-testid="chronicle-size">
          <Show when={size()} fallback="…">
            {(found) =>
              t("page-chronicle-size", {
                scenes: found().scenes,
                commits: found().commits,
                pictures: found().pictures,
                size: bytesText(found().bytes + found().picture_bytes),
              })
            }
          </Show>
        </p>
      </Show>
      <form
        class="side-by-side"
        onSubmit={(event) => {
          event.preventDefault();
          void props.change(() => patch(path(), { name: name().trim() }, props.token));
        }}
      >
        <label class="field">
          <span>{t("page-ask-chronicle-name")}</span>
          <input required data-most="60" value={name()} onInput={(e) => setName(e.currentTarget.value)} name="new-name" />
        </label>
        <button type="submit" disabled={!name().trim() || name().trim() === props.chronicle.name} data-testid="rename-chronicle">
          {t("page-do-rename")}
        </button>
      </form>
      <div class="side-by-side">
        <button type="button" onClick={() => void props.change(() => patch(path(), { hidden: !isHidden() }, props.token))} data-testid="hide-chronicle">
          {t(isHidden() ? "page-do-show-again" : "page-do-hide")}
        </button>
        <SaveCopy saving={saving()} save={saveCopy} />
        <Show when={asked() === 0}>
          <button type="button" class="danger" onClick={() => setAsked(1)} data-testid="delete-chronicle">
            {t("page-do-delete-chronicle")}
          </button>
        </Show>
      </div>
      <p class="quiet small">{t("page-hide-and-copy-about")}</p>
      <Show when={asked() > 0}>
        <div class="notice" role="alertdialog" aria-label={t("page-do-delete-chronicle")} data-testid="delete-question">
          <p>{t("page-delete-about", { name: props.chronicle.name })}</p>
          <Show when={asked() === 2}>
            <p>
              <strong>{t("page-delete-really", { name: props.chronicle.name })}</strong>
            </p>
          </Show>
          <div class="side-by-side">
            <SaveCopy saving={saving()} save={saveCopy} />
            <Show
              when={asked() === 2}
              fallback={
                <button type="button" class="danger" onClick={() => setAsked(2)} data-testid="delete-once">
                  {t("page-do-delete-forever")}
                </button>
              }
            >
              <button type="button" class="danger" onClick={() => void props.change(() => remove(path(), props.token))} data-testid="delete-twice">
                {t("page-do-delete-yes")}
              </button>
            </Show>
            <button type="button" class="plain" onClick={() => setAsked(0)}>
              {t("page-do-keep-chronicle")}
            </button>
          </div>
        </div>
      </Show>
    </div>
  );
}

function SaveCopy(props: { saving: boolean; save: () => Promise<void> }) {
  return (
    <button type="button" disabled={props.saving} onClick={() => void props.save()} data-testid="save-chronicle">
      {t(props.saving ? "page-saving-copy" : "page-do-save-copy")}
    </button>
  );
}
