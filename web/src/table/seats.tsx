/** The seats and their links, for the Storyteller: add, copy, renew, close. */

import { createResource, createSignal, For, Show } from "solid-js";
import { HttpError, get, type Link, post, remove, type SeatEntry } from "../net/http";
import { keepLink, keptLinks } from "../net/kept-links";
import { isRemembered, type SeatSession } from "../net/session";
import { CopyButton, CopyLink } from "../ui/copy-button";
import { PhoneLink } from "../ui/qr";
import { SendButton } from "../ui/send-button";
import { locale } from "../words/language";
import { inWords, t } from "../words/render";
import { useTable } from "../state/table";

export function Seats(props: { session: SeatSession }) {
  const table = useTable();
  const [seats, { refetch }] = createResource(() => get<{ seats: SeatEntry[] }>("/api/seats", props.session.token));
  const [name, setName] = createSignal("");
  const [role, setRole] = createSignal("player");
  const [links, setLinks] = createSignal(keptLinks(props.session.seat));
  /** The seat whose link is shown in full: the newest one, or the one that was copied. */
  const [shown, setShown] = createSignal("");
  /** True if that link is shown as the address of the stream overlay. */
  const [asOverlay, setAsOverlay] = createSignal(false);
  /** The address of the stream overlay, in the Storyteller's language. */
  const overlayOf = ({ link }: Link) => link.replace("#", `?overlay=${locale()}#`);
  const show = (seat: string, overlay = false) => {
    setShown(seat);
    setAsOverlay(overlay);
  };
  const [failure, setFailure] = createSignal("");
  /** The seat that a first press on Close asked about. */
  const [confirming, setConfirming] = createSignal("");

  /** Run a request and show its error. Return true if it succeeded. */
  const attempt = async (run: () => Promise<void>) => {
    setFailure("");
    const done = await run().then(
      () => true,
      (error: unknown) => {
        setFailure(error instanceof HttpError ? inWords(error.sentence) : t("page-that-failed"));
        return false;
      },
    );
    await refetch();
    return done;
  };
  const keep = (seat: string, link: Link): void => {
    keepLink(props.session.seat, seat, link, isRemembered(props.session));
    setLinks(new Map(links()).set(seat, link));
    show(seat);
  };
  const add = async () => {
    const wanted = name().trim();
    if (!wanted) return;
    setName(""); // at once: a second press would make a second seat of this name
    const done = await attempt(async () => {
      const created = await post<Link & { seat: string }>("/api/seats", { name: wanted, role: role() }, props.session.token);
      keep(created.seat, created);
    });
    if (done) setRole("player");
    else setName(wanted);
  };
  const newLink = (seat: string) =>
    attempt(async () => keep(seat, await post<Link>(`/api/seats/${seat}/link`, {}, props.session.token)));
  const close = (seat: string) => attempt(async () => void (await remove(`/api/seats/${seat}`, props.session.token)));
  /** The number of times that the Storyteller took control from a player (X5). */
  const timesOverruled = (id: string) => {
    const times = table.get("Wear", id)?.times ?? 0;
    return times === 0 ? "" : ` · ${t("page-overruled", { n: times })}`;
  };
  const here = (id: string) => table.presence()?.seats.find((s) => s.id === id)?.here ?? false;

  return (
    <section class="seats" data-testid="seats" aria-label={t("page-seats")}>
      <Show when={failure() || seats.error}>
        <p class="notice" role="alert">
          {failure() || t("page-seats-failed")}
        </p>
      </Show>
      <ul>
        <For each={seats.latest?.seats ?? []} fallback={<li class="quiet">{t("page-no-seats")}</li>}>
          {(seat) => (
            <li class="seat" data-seat={seat.id} data-testid="seat">
              <span class="who">
                <Show when={seat.role !== "spectator"}>
                  <i class="presence" classList={{ here: here(seat.id) }} aria-hidden="true" />
                </Show>
                <bdi class="name">{seat.name}</bdi>{" "}
                <small>
                  {t(`page-role-${seat.role}`)}
                  {timesOverruled(seat.id)}
                  {seat.revoked && ` · ${t("page-seat-closed")}`}
                </small>
                <Show when={seat.role !== "spectator" && !seat.revoked}>
                  <span class="sr">{t(here(seat.id) ? "page-is-here" : "page-is-not-here")}</span>
                </Show>
              </span>
              <Show when={seat.role !== "storyteller"}>
                <span>
                  <Show when={!seat.revoked && links().get(seat.id)}>
                    {(link) => (
                      <>
                        <CopyLink link={link().link} who={seat.name} copied={() => show(seat.id)} />
                        <Show when={seat.role === "spectator"}>
                          <CopyButton
                            text={overlayOf(link())}
                            label={t("page-do-copy-overlay")}
                            name={t("page-copy-overlay-of", { who: seat.name })}
                            class="plain"
                            testid="copy-overlay"
                            copied={() => show(seat.id, true)}
                          />
                        </Show>
                      </>
                    )}
                  </Show>
                  <button type="button" class="plain" onClick={() => void newLink(seat.id)}>
                    {t(seat.revoked ? "page-do-reopen" : "page-do-new-link")}
                  </button>
                  <Show when={!seat.revoked}>
                    <button
                      type="button"
                      class="plain"
                      onBlur={() => setConfirming("")}
                      onClick={() => (confirming() === seat.id ? void close(seat.id) : setConfirming(seat.id))}
                    >
                      {confirming() === seat.id ? t("page-really-close", { who: seat.name }) : t("page-do-close-seat")}
                    </button>
                  </Show>
                </span>
              </Show>
              <Show when={seat.role !== "storyteller" && !seat.revoked && !links().has(seat.id)}>
                <small class="quiet" data-testid="link-not-here">
                  {t("page-link-not-here")}
                </small>
              </Show>
              <Show when={!seat.revoked && shown() === seat.id && links().get(seat.id)}>
                {(link) => (
                  <>
                    <LinkBox link={asOverlay() ? overlayOf(link()) : link().link} />
                    <Show when={!asOverlay()}>
                      <PhoneLink link={link()} />
                    </Show>
                  </>
                )}
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={links().size > 0}>
        <p class="quiet small">{t("page-links-stay")}</p>
      </Show>
      <form
        class="add-seat"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          <span>{t("page-ask-seat-name")}</span>
          <input required data-most="60" value={name()} onInput={(e) => setName(e.currentTarget.value)} name="seat-name" />
        </label>
        <label class="field">
          <span>{t("page-ask-seat-role")}</span>
          <select value={role()} onChange={(e) => setRole(e.currentTarget.value)} name="seat-role">
            <option value="player">{t("page-role-player")}</option>
            <option value="spectator">{t("page-role-spectators")}</option>
          </select>
        </label>
        <SendButton lacks={name().trim() ? "" : t("page-fill-in", { field: t("page-ask-seat-name") })} testid="add-seat">
          {t("page-do-add-seat")}
        </SendButton>
      </form>
    </section>
  );
}

/** A link to send to a player, with a button that copies it. */
export function LinkBox(props: { link: string }) {
  let field: HTMLInputElement | undefined;
  return (
    <span class="link-box">
      <input
        readonly
        aria-label={t("page-link")}
        value={props.link}
        data-testid="link"
        ref={(el) => {
          field = el;
        }}
        onFocus={(e) => e.currentTarget.select()}
      />
      <CopyButton text={props.link} label={t("page-do-copy")} copied={(done) => done || field?.select()} />
    </span>
  );
}
