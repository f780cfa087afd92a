import { inWords, t } from "../words/render";
import { listed } from "../words/words";

/** Name the seats that share a secret with its author `who`; "" if every seat knows it. */
export function secrecy(audience: string, who: string, mine: string, seatName: (seat: string) => string): string {
  if (audience === "everyone" || audience === "") return "";
  if (audience === "storyteller") return t("page-secret-storyteller-alone");
  const others = audience.slice("seats:".length).split(",").filter((s) => s !== who);
  if (others.length === 0) return t("page-secret-storyteller");
  return t("page-secret-for", { names: inWords(listed(others.map((s) => (s === mine ? t("page-secret-you") : seatName(s) || t("page-someone"))))) });
}
