/** The offer to stay signed in on this device, made once in a tab: without it the seat is lost with the tab. */

import { createSignal, Show } from "solid-js";
import { tab } from "../browser/storage";
import { isRemembered, remember, type SeatSession } from "../net/session";
import { t } from "../words/render";

const ANSWERED = "coterie.stay-answered";

export function StayOffer(props: { session: SeatSession }) {
  const [open, setOpen] = createSignal(!isRemembered(props.session) && tab.get(ANSWERED) !== props.session.seat);
  const answer = (stay: boolean) => {
    if (stay) remember(props.session, true);
    tab.set(ANSWERED, props.session.seat);
    setOpen(false);
  };
  return (
    <Show when={open()}>
      <aside class="stay" aria-label={t("page-remember-me")} data-testid="stay">
        <span>{t("page-stay-why")}</span>
        <button type="button" onClick={() => answer(true)} data-testid="stay-yes">
          {t("page-do-stay")}
        </button>
        <button type="button" class="plain" onClick={() => answer(false)} data-testid="stay-no">
          {t("page-do-not-now")}
        </button>
      </aside>
    </Show>
  );
}
