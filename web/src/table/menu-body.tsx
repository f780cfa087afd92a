/** What the menu of a table holds. It is loaded when the menu is first opened. */

import { createEffect, createSignal, on, Show } from "solid-js";
import { SaveStory } from "../files/save-story";
import { isRemembered, remember, type SeatSession } from "../net/session";
import { AlertSettings } from "../ui/alert-settings";
import { isLight, setLight } from "../ui/daylight";
import { LanguageChoice } from "../ui/language-choice";
import { t } from "../words/render";
import { PushSwitch } from "./push-switch";

interface Props {
  readonly session: SeatSession;
  readonly title: string;
  readonly leave: () => void;
  readonly toHost: (() => void) | undefined;
  /** Changes whenever the menu is opened. */
  readonly opened: number;
}

export function MenuBody(props: Props) {
  const [stays, setStays] = createSignal(isRemembered(props.session));
  /** Another part of the page may have changed it since the menu was open. */
  createEffect(on(() => props.opened, () => setStays(isRemembered(props.session))));
  return (
    <div class="menu-body">
      <p class="quiet small">
        {t("page-who-am-i", { who: props.session.name, role: t(`page-role-${props.session.role}`), chronicle: props.session.chronicle_name })}
      </p>
      <label class="flag">
        <input
          type="checkbox"
          checked={stays()}
          data-testid="remember"
          onChange={(event) => {
            remember(props.session, event.currentTarget.checked);
            setStays(event.currentTarget.checked);
          }}
        />
        <span>{t("page-remember-me")}</span>
      </label>
      <label class="flag">
        <input type="checkbox" checked={isLight()} data-testid="light-theme" onChange={(event) => setLight(event.currentTarget.checked)} />
        <span>{t("page-light-theme")}</span>
      </label>
      <AlertSettings />
      <PushSwitch session={props.session} stays={() => setStays(true)} />
      <LanguageChoice />
      <SaveStory title={props.title} />
      <Show when={props.toHost}>
        {(back) => (
          <button type="button" onClick={() => back()()}>
            {t("page-all-chronicles")}
          </button>
        )}
      </Show>
      <button type="button" onClick={() => props.leave()} data-testid="leave">
        {t("page-do-leave")}
      </button>
    </div>
  );
}
