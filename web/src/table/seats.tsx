/** The seats and their links, for the Storyteller: add, copy, renew, close. */

import { createResource, createSignal, For, Show } from "solid-js";
import { HttpError, get, type Link, post, remove, type SeatEntry } from "../net/http";
import { PhoneLink } from "../ui/qr";
import { useTable } from "../state/table";

export function Seats(props: { token: string }) {
  const table = useTable();
  const [seats, { refetch }] = createResource(() => get<{ seats: SeatEntry[] }>("/api/seats", props.token));
  const [name, setName] = createSignal("");
  const [role, setRole] = createSignal("player");
  const [links, setLinks] = createSignal<ReadonlyMap<string, Link>>(new Map());
  const [failure, setFailure] = createSignal("");
  /** The seat that a first press on Close asked about. */
  const [confirming, setConfirming] = createSignal("");

  /** Run a request and show its error. Return true if it succeeded. */
  const attempt = async (run: () => Promise<void>) => {
    setFailure("");
    const done = await run().then(
      () => true,
      (error: unknown) => {
        setFailure(error instanceof HttpError ? error.message : "That did not work. Try again.");
        return false;
      },
    );
    await refetch();
    return done;
  };
  const keep = (seat: string, link: Link): void => {
    setLinks(new Map(links()).set(seat, link));
  };
  const add = async () => {
    const wanted = name().trim();
    if (!wanted) return;
    setName(""); // at once: a second press would make a second seat of this name
    const done = await attempt(async () => {
      const created = await post<Link & { seat: string }>("/api/seats", { name: wanted, role: role() }, props.token);
      keep(created.seat, created);
    });
    if (!done) setName(wanted);
  };
  const newLink = (seat: string) =>
    attempt(async () => keep(seat, await post<Link>(`/api/seats/${seat}/link`, {}, props.token)));
  const close = (seat: string) => attempt(async () => void (await remove(`/api/seats/${seat}`, props.token)));
  /** The number of times that the Storyteller took control from a player (X5). */
  const timesOverruled = (id: string) => {
    const times = table.get("Wear", id)?.times ?? 0;
    return times === 0 ? "" : ` · control taken ${times === 1 ? "once" : `${times} times`}`;
  };
  const here = (id: string) => table.presence()?.seats.find((s) => s.id === id)?.here ?? false;

  return (
    <section class="seats" data-testid="seats" aria-labelledby="seats-title">
      <h2 id="seats-title">Seats</h2>
      <Show when={failure() || seats.error}>
        <p class="notice" role="alert">
          {failure() || "The seats cannot be listed at the moment."}
        </p>
      </Show>
      <ul>
        <For each={seats.latest?.seats ?? []} fallback={<li class="quiet">No seats yet: add one for each player and send them its link.</li>}>
          {(seat) => (
            <li class="seat" data-seat={seat.id} data-testid="seat">
              <span class="who">
                <Show when={seat.role !== "spectator"}>
                  <i class="presence" classList={{ here: here(seat.id) }} aria-hidden="true" />
                </Show>
                <bdi class="name">{seat.name}</bdi>{" "}
                <small>
                  {seat.role}
                  {timesOverruled(seat.id)}
                  {seat.revoked && " · closed"}
                </small>
                <Show when={seat.role !== "spectator" && !seat.revoked}>
                  <span class="sr">{here(seat.id) ? "is here" : "is not here"}</span>
                </Show>
              </span>
              <Show when={seat.role !== "storyteller"}>
                <span class="seat-do">
                  <button type="button" class="plain" onClick={() => void newLink(seat.id)}>
                    {seat.revoked ? "Open again" : "New link"}
                  </button>
                  <Show when={!seat.revoked}>
                    <button
                      type="button"
                      class="plain"
                      onBlur={() => setConfirming("")}
                      onClick={() => (confirming() === seat.id ? void close(seat.id) : setConfirming(seat.id))}
                    >
                      {confirming() === seat.id ? `Really close ${seat.name}’s seat?` : "Close"}
                    </button>
                  </Show>
                </span>
              </Show>
              <Show when={links().get(seat.id)}>
                {(link) => (
                  <>
                    <LinkBox link={link().link} />
                    <PhoneLink link={link()} />
                  </>
                )}
              </Show>
            </li>
          )}
        </For>
      </ul>
      <form
        class="add-seat"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          <span>Somebody’s name</span>
          <input required data-most="60" value={name()} onInput={(e) => setName(e.currentTarget.value)} name="seat-name" />
        </label>
        <label class="field">
          <span>Who</span>
          <select value={role()} onChange={(e) => setRole(e.currentTarget.value)} name="seat-role">
            <option value="player">player</option>
            <option value="spectator">spectators</option>
          </select>
        </label>
        <button type="submit" disabled={!name().trim()} data-testid="add-seat">
          Add a seat
        </button>
      </form>
    </section>
  );
}

/** A link to send to a player. It is shown once: the server keeps only a hash of it. */
export function LinkBox(props: { link: string }) {
  const [copied, setCopied] = createSignal("");
  let field: HTMLInputElement | undefined;
  const copy = async () => {
    field?.select();
    try {
      await navigator.clipboard.writeText(props.link);
      setCopied("Copied");
    } catch {
      setCopied("Copy it from the field");
    }
  };
  return (
    <span class="link-box">
      <input
        readonly
        aria-label="Link"
        value={props.link}
        data-testid="link"
        ref={(el) => {
          field = el;
        }}
        onFocus={(e) => e.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        {copied() || "Copy"}
      </button>
    </span>
  );
}
