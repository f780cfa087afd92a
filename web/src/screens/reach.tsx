/** How players reach the server from outside: the ways with the text to type, and the public address. */

import { createResource, createSignal, For, Show } from "solid-js";
import { get, HttpError, post, put } from "../net/http";
import { CopyButton } from "../ui/copy-button";
import { SendButton } from "../ui/send-button";
import { inWords, t } from "../words/render";
import { isSilent, type Sentence } from "../words/words";

interface Address {
  readonly address: string;
  /** True if the command line gives the address. */
  readonly fixed: boolean;
  readonly local: string;
  /** Where links lead to in this machine's network, "" if it is not known. */
  readonly network: string;
  /** The text to type, by the name of the program. */
  readonly ways: Readonly<Record<string, string>>;
}

interface Reached {
  readonly problem: Sentence;
  readonly advice: Sentence;
}

/** Each way with its programs, the easiest first. */
const WAYS: readonly (readonly [way: string, programs: readonly string[]])[] = [
  ["network", ["lan"]],
  ["tunnel", ["cloudflared", "tailscale", "ngrok"]],
  ["proxy", ["caddy", "nginx", "traefik"]],
  ["server", ["systemd"]],
];

/** The names of programs, which are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  cloudflared: "cloudflared",
  tailscale: "Tailscale Funnel",
  ngrok: "ngrok",
  caddy: "Caddy",
  nginx: "nginx",
  traefik: "Traefik",
};

export function Reach(props: { token: string }) {
  const [open, setOpen] = createSignal(false);
  const [address, { mutate }] = createResource(open, () => get<Address>("/api/address", props.token));
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="reach">
      <summary>{t("page-how-reached")}</summary>
      <Show when={!address.error} fallback={<p role="alert">{t("page-that-failed")}</p>}>
        <Show when={address()}>
          {(found) => (
            <div class="reach">
              <p class="quiet">{t("page-reached-now", { address: found().address || found().local })}</p>
              <For each={WAYS}>{([way, programs]) => <Way way={way} programs={programs} texts={found().ways} network={found().network} />}</For>
              <PublicAddress found={found()} token={props.token} changed={mutate} />
            </div>
          )}
        </Show>
      </Show>
    </details>
  );
}

function Way(props: { way: string; programs: readonly string[]; texts: Readonly<Record<string, string>>; network: string }) {
  return (
    <details class="way" data-testid={`way-${props.way}`}>
      <summary>{t(`page-way-${props.way}`)}</summary>
      <p>{t(`page-way-about-${props.way}`)}</p>
      <For each={props.programs}>
        {(program) => (
          <>
            <Show when={NAMES[program]}>{(name) => <h3>{name()}</h3>}</Show>
            <div class="to-type">
              <pre tabindex="0">{props.texts[program]}</pre>
              <CopyButton text={props.texts[program] ?? ""} label={t("page-do-copy")} name={t("page-copy-for", { program: NAMES[program] ?? program })} />
            </div>
          </>
        )}
      </For>
      <Show when={props.way === "network" && props.network}>{(address) => <p data-testid="network-address">{t("page-reached-in-network", { address: address() })}</p>}</Show>
    </details>
  );
}

function PublicAddress(props: { found: Address; token: string; changed: (address: Address) => void }) {
  const [typed, setTyped] = createSignal(props.found.address);
  const [busy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal("");
  const [reached, setReached] = createSignal<Reached>();
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true);
    setFailure("");
    setReached(undefined);
    try {
      await run();
    } catch (error) {
      setFailure(error instanceof HttpError ? inWords(error.sentence) : t("page-that-failed"));
    }
    setBusy(false);
  };
  const lacks = () => {
    if (!typed().trim()) return t("page-fill-in", { field: t("page-ask-public-address") });
    return typed().trim() === props.found.address ? t("page-address-in-use") : "";
  };
  const check = async () => void setReached(await post<Reached>("/api/address/check", {}, props.token));
  const save = (chosen: string) =>
    attempt(async () => {
      const saved = await put<Address>("/api/address", { address: chosen }, props.token);
      props.changed(saved);
      setTyped(saved.address);
      if (saved.address) await check();
    });
  /** The result of an earlier attempt says nothing about a text that has changed since. */
  const type = (text: string) => {
    setTyped(text);
    setFailure("");
    setReached(undefined);
  };
  const failed = () => failure() !== "" || (reached() !== undefined && !isSilent(reached()?.problem ?? ""));
  const sentence = () => {
    const found = reached();
    if (!found) return "";
    // A server behind a router often cannot reach its own address although players can: the address stays.
    if (!isSilent(found.problem)) return `${inWords(found.problem)} ${t("page-address-used-anyway")}`;
    return isSilent(found.advice) ? t("page-reached-well") : inWords(found.advice);
  };

  return (
    <form
      class="side-by-side"
      onSubmit={(event) => {
        event.preventDefault();
        void save(typed().trim());
      }}
    >
      <Show when={!props.found.fixed} fallback={<p>{t("page-address-fixed")}</p>}>
        <label class="field">
          <span>{t("page-ask-public-address")}</span>
          <input inputmode="url" autocomplete="off" spellcheck={false} value={typed()} onInput={(e) => type(e.currentTarget.value)} name="public-address" />
        </label>
        <SendButton class="do" lacks={lacks()} busy={busy()} testid="set-address">
          {t("page-do-set-address")}
        </SendButton>
        <Show when={props.found.address}>
          <button type="button" disabled={busy()} onClick={() => void save("")} data-testid="remove-address">
            {t("page-do-remove-address")}
          </button>
        </Show>
      </Show>
      <Show when={props.found.address}>
        <button type="button" disabled={busy()} onClick={() => void attempt(check)} data-testid="check-address">
          {t(busy() ? "page-checking-address" : "page-do-check-address")}
        </button>
      </Show>
      <p class={failed() ? "reached notice" : "reached"} role="status" data-testid="reached">
        {failure() || sentence()}
      </p>
    </form>
  );
}
