/** The host's screen: the list of chronicles, and the form for a new chronicle. */

import { createMemo, createResource, createSignal, For, Show } from "solid-js";
import { choiceWords, switchWords } from "../text/switch-choices";
import { keepLink, keptLinks } from "../net/kept-links";
import { ownerOf, type Session, type SeatSession, seatSession } from "../net/session";
import { type ChronicleEntry, HttpError, get, post, type Rules } from "../net/http";
import { dateLocale } from "../words/language";
import { LinkBox } from "../table/seats";
import { CopyLink } from "../ui/copy-button";
import { ChronicleSettings } from "./chronicle-settings";
import { Reach } from "./reach";
import { LanguageChoice } from "../ui/language-choice";
import { SendButton } from "../ui/send-button";
import { Wordmark } from "../ui/wordmark";
import { inWords, t, termText } from "../words/render";
import { phrase, type Sentence } from "../words/words";

interface Props {
  readonly session: Session;
  readonly open: (secret: string) => Promise<void>;
  /** Go back to the seat that this tab already has. */
  readonly back: (seat: SeatSession) => void;
  readonly accessEnded: (why: Sentence) => void;
}

interface Opened {
  readonly id: string;
  readonly link: string;
}

const secretOf = (link: string) => link.split("#").at(-1) ?? "";

export function Host(props: Props) {
  const [chronicles, { refetch }] = createResource(async () => {
    try {
      return (await get<{ chronicles: ChronicleEntry[] }>("/api/chronicles", props.session.token)).chronicles;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) props.accessEnded(phrase("page-host-link-used"));
      throw error;
    }
  });
  /** The Storyteller's links that this tab made, by chronicle. The server shows each once. */
  const [kept, setKept] = createSignal(keptLinks(ownerOf(props.session)));
  /** Links that were made since this page was opened: they are shown in full. */
  const [links, setLinks] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = createSignal("");
  const [making, setMaking] = createSignal(false);
  const [createdHere, setCreatedHere] = createSignal<readonly ChronicleEntry[]>([]);
  /** The chronicle for which a first press asked for a new link. */
  const [confirming, setConfirming] = createSignal("");

  const showLink = ({ id, link }: Opened): void => {
    keepLink(ownerOf(props.session), id, { link, qr: [] });
    setKept(keptLinks(ownerOf(props.session)));
    setLinks(new Map(links()).set(id, link));
  };
  const attempt = async (run: () => Promise<void>) => {
    setFailure("");
    try {
      await run();
    } catch (error) {
      setFailure(error instanceof HttpError ? inWords(error.sentence) : t("page-that-failed"));
    }
  };
  const reissue = (id: string) =>
    attempt(async () => {
      setConfirming("");
      const { link } = await post<{ link: string }>(`/api/chronicles/${id}/link`, {}, props.session.token);
      showLink({ id, link });
    });
  const created = (found: Opened, name: string) => {
    setCreatedHere([{ id: found.id, name, created: Date.now() }, ...createdHere()]);
    showLink(found);
    setMaking(false);
    void refetch();
  };
  /** A new chronicle is listed at once, even if the server's list does not have it yet. */
  const all = () => {
    const listed = chronicles.error ? [] : (chronicles.latest ?? []);
    return [...createdHere().filter((b) => !listed.some((c) => c.id === b.id)), ...listed];
  };

  const ownSeat = seatSession();
  /** The Storyteller's seat of a chronicle, if this browser has it. */
  const seatAt = (id: string) => (ownSeat?.role === "storyteller" && ownSeat.chronicle === id ? ownSeat : undefined);
  const idsOf = (hidden: boolean) => all().filter((c) => (c.status === "hidden") === hidden).map((c) => c.id);
  const ids = createMemo(() => idsOf(false));
  const hiddenIds = createMemo(() => idsOf(true));
  const chronicleOf = (id: string) => all().find((c) => c.id === id);
  const change = (run: () => Promise<unknown>) =>
    attempt(async () => {
      await run();
      setCreatedHere([]);
      await refetch();
    });

  const card = (id: string) => (
    <li class="card" data-testid="chronicle">
      <h2>{chronicleOf(id)?.name}</h2>
      <p class="quiet">{t("page-chronicle-begun", { date: new Date(chronicleOf(id)?.created ?? 0).toLocaleDateString(dateLocale()) })}</p>
      <Show
        when={links().get(id)}
        fallback={
          <>
            <Show
              when={seatAt(id)}
              fallback={
                <Show when={kept().get(id)}>
                  {(found) => (
                    <button type="button" class="do" onClick={() => void props.open(secretOf(found().link))} data-testid="open-table">
                      {t("page-do-open-table")}
                    </button>
                  )}
                </Show>
              }
            >
              {(seat) => (
                <button type="button" class="do" onClick={() => props.back(seat())} data-testid="back-to-table">
                  {t("page-do-back-to-table")}
                </button>
              )}
            </Show>
            <Show when={kept().get(id)}>
              {(found) => <CopyLink link={found().link} who={chronicleOf(id)?.name ?? ""} copied={(done) => done || showLink({ id, link: found().link })} />}
            </Show>
            <button
              type="button"
              classList={{ do: links().size === 0 && !seatAt(id) && !kept().has(id) }}
              onBlur={() => setConfirming("")}
              onClick={() => (confirming() === id ? void reissue(id) : setConfirming(id))}
              aria-describedby={`link-${id}`}
              data-testid="new-link"
            >
              {t(confirming() === id ? "page-really-new-link" : "page-do-new-storyteller-link")}
            </button>
            <p class="quiet small" id={`link-${id}`}>
              {t("page-new-link-warning")}
            </p>
          </>
        }
      >
        {(link) => <OpenTable link={link()} open={props.open} />}
      </Show>
      <Show when={chronicleOf(id)}>
        {(chronicle) => <ChronicleSettings chronicle={chronicle()} token={props.session.token} change={change} />}
      </Show>
    </li>
  );

  return (
    <main class="host page" data-testid="host">
      <header class="top">
        <Wordmark />
        <LanguageChoice />
      </header>
      <Show when={failure() || chronicles.error}>
        <p class="notice" role="alert">
          {failure() || t("page-chronicles-failed")}
        </p>
      </Show>
      <section aria-labelledby="chronicles-title">
        <h1 id="chronicles-title">{t("page-your-chronicles")}</h1>
        <ul class="chronicles">
          <For each={ids()} fallback={<li class="quiet">{t(all().length === 0 ? "page-no-chronicles" : "page-all-chronicles-hidden")}</li>}>
            {card}
          </For>
        </ul>
        <Show when={hiddenIds().length > 0}>
          <details class="more" data-testid="hidden-chronicles">
            <summary>{t("page-hidden-chronicles", { n: hiddenIds().length })}</summary>
            <ul class="chronicles">
              <For each={hiddenIds()}>{card}</For>
            </ul>
          </details>
        </Show>
      </section>
      <Show when={chronicles.state !== "pending"}>
        <Show
          when={making() || (chronicles.state === "ready" && all().length === 0)}
          fallback={
            <button type="button" onClick={() => setMaking(true)} data-testid="new-chronicle">
              {t("page-do-new-chronicle")}
            </button>
          }
        >
          <NewChronicle token={props.session.token} created={created} />
        </Show>
        <Reach token={props.session.token} />
        <ServerStatus token={props.session.token} />
      </Show>
    </main>
  );
}

interface Status {
  readonly ready: boolean;
  readonly version: string;
  readonly lines: readonly string[];
}

/** The server's status in its own words, fetched again each time the details are opened, and the foot with its version. */
function ServerStatus(props: { token: string }) {
  const [status, { refetch }] = createResource(async () => await get<Status>("/api/status", props.token));
  return (
    <>
      <details class="more" onToggle={(event) => event.currentTarget.open && void refetch()} data-testid="doing">
        <summary>{t("page-server-status")}</summary>
        <Show when={!status.error} fallback={<p role="alert">{t("page-server-silent")}</p>}>
          <Show when={status.latest}>
            {(report) => (
              <>
                <p>{t(report().ready ? "page-server-ready" : "page-server-not-ready")}</p>
                <pre class="server-status">{report().lines.join("\n")}</pre>
              </>
            )}
          </Show>
        </Show>
      </details>
      <Show when={!status.error && status.latest}>
        {(report) => (
          <footer class="quiet small" data-testid="version">
            {t("page-program-version", { version: report().version })}
          </footer>
        )}
      </Show>
    </>
  );
}

function OpenTable(props: { link: string; open: (secret: string) => Promise<void> }) {
  return (
    <div class="open-table">
      <p>{t("page-storyteller-link")}</p>
      <LinkBox link={props.link} />
      <button type="button" class="do" onClick={() => void props.open(secretOf(props.link))} data-testid="open-table">
        {t("page-do-open-table")}
      </button>
    </div>
  );
}

function NewChronicle(props: { token: string; created: (found: Opened, name: string) => void }) {
  const [rules] = createResource(async () => (await get<{ rules: Rules[] }>("/api/rules")).rules);
  const [name, setName] = createSignal("");
  const [storyteller, setStoryteller] = createSignal("");
  const [chosen, setChosen] = createSignal("");
  const [switches, setSwitches] = createSignal<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal("");
  const all = () => (rules.error ? [] : (rules.latest ?? []));
  const id = () => chosen() || all()[0]?.id || "";
  const current = () => all().find((r) => r.id === id());

  const lacks = () => {
    const field = !name().trim() ? "page-ask-chronicle-name" : !id() ? "page-ask-rules" : "";
    return field && t("page-fill-in", { field: t(field) });
  };

  const create = async () => {
    setBusy(true);
    setFailure("");
    try {
      const body = { name: name().trim(), rules: id(), switches: switches(), storyteller: storyteller().trim() || t("page-storyteller-name") };
      props.created(await post<Opened>("/api/chronicles", body, props.token), body.name);
    } catch (error) {
      setFailure(error instanceof HttpError ? inWords(error.sentence) : t("page-that-failed"));
    }
    setBusy(false);
  };

  return (
    <form
      class="new-chronicle"
      data-testid="new-chronicle-form"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h2>{t("page-new-chronicle")}</h2>
      <label class="field">
        <span>{t("page-ask-chronicle-name")}</span>
        <input required data-most="60" value={name()} onInput={(e) => setName(e.currentTarget.value)} name="chronicle-name" />
      </label>
      <label class="field">
        <span>{t("page-ask-storyteller-name")}</span>
        <input data-most="60" placeholder={t("page-storyteller-name")} value={storyteller()} onInput={(e) => setStoryteller(e.currentTarget.value)} name="storyteller-name" />
      </label>
      <fieldset class="field rules">
        <legend>{t("page-ask-rules")}</legend>
        <For each={all()}>
          {(r) => (
            <label class="rule-set">
              <input
                type="radio"
                name="rules"
                value={r.id}
                checked={id() === r.id}
                onChange={() => {
                  setChosen(r.id);
                  setSwitches({});
                }}
              />
              <span>
                <b>{termText(r.title)}</b>
                <small>{t(`about-ruleset-${r.id}`)}</small>
              </span>
            </label>
          )}
        </For>
        <p class="quiet">{t("page-all-rules-nightfall")}</p>
      </fieldset>
      <Show when={(current()?.switches.length ?? 0) > 0}>
        <details class="more">
          <summary>{t("page-house-rules-count", { n: current()?.switches.length ?? 0 })}</summary>
          <For each={current()?.switches ?? []}>
            {(s) => (
              <label class="field">
                <span>{switchWords(s.name)}</span>
                <select
                  value={switches()[s.name] ?? s.choices[0]}
                  onChange={(e) => setSwitches({ ...switches(), [s.name]: e.currentTarget.value })}
                  name={`switch-${s.name}`}
                >
                  <For each={s.choices}>{(c) => <option value={c}>{choiceWords(s.name, c)}</option>}</For>
                </select>
              </label>
            )}
          </For>
        </details>
      </Show>
      <Show when={failure() || rules.error}>
        <p class="notice" role="alert">
          {failure() || t("page-rules-failed")}
        </p>
      </Show>
      <div>
        <SendButton class="do" lacks={lacks()} busy={busy()} testid="create-chronicle">
          {t("page-do-create-chronicle")}
        </SendButton>
      </div>
    </form>
  );
}
