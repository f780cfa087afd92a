/** Name the seats that share a secret with its author `who`; "" if every seat knows it. */
export function secrecy(audience: string, who: string, mine: string, seatName: (seat: string) => string): string {
  if (audience === "everyone" || audience === "") return "";
  if (audience === "storyteller") return "for the Storyteller alone";
  const others = audience.slice("seats:".length).split(",").filter((s) => s !== who);
  if (others.length === 0) return "for the Storyteller";
  return `for ${others.map((s) => (s === mine ? "you" : seatName(s) || "someone")).join(" and ")}`;
}
