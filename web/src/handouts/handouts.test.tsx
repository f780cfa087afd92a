/** The list of handouts, and who may show them. */

import { beforeEach, expect, test, vi } from "vitest";
import type { AnyRecord, Part } from "../messages";
import { RecordSignals } from "../state/record-signals";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { Handouts } from "./handouts";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => {};
});

const handout = (id: string, title: string): AnyRecord => ({ type: "Handout", id, title, text: `About ${title}`, picture: "" });

/** Draw the list for a seat that receives these handouts, by audience. */
function drawn(told: readonly (readonly [audience: string, ...records: AnyRecord[]])[], storyteller: boolean) {
  const live = new RecordSignals();
  told.forEach(([audience, ...changed], n) => {
    const part: Part = { frame: "part", audience, count: n + 1, chain: new Uint8Array(), at: 0, changed, gone: [] };
    live.change((touched) => live.records.part(part, touched));
  });
  const send = vi.fn(async () => ({ ok: true as const }));
  const seats = [["ANNA", "Anna"], ["BEN", "Ben"]].map(([id, name]) => ({ id, name, role: "player", here: true }));
  const table = {
    get: live.get.bind(live), all: live.all.bind(live), audiencesOf: live.audiencesOf.bind(live), send, refusal: () => "",
    options: () => (storyteller ? ["ShowHandout", "RevealHandout", "DropHandout"].map((command) => ({ command })) : []),
    isStoryteller: () => storyteller, presence: () => ({ seats }), seatName: (id: string) => seats.find((s) => s.id === id)?.name ?? "",
  } as unknown as Table;
  const root = mounted(table, () => <Handouts reading={table} close={() => {}} />);
  const press = (testid: string, n = 0) => root.querySelectorAll<HTMLElement>(`[data-testid=${testid}]`)[n]?.click();
  return { root, send, press, shown: () => [...root.querySelectorAll("[data-testid=handout]")].map((one) => one.textContent) };
}

test("a player reads the newest handout first, and has no buttons of the Storyteller", () => {
  const { root, shown } = drawn([["everyone", handout("1", "the map")], ["seats:ANNA", handout("2", "the letter")]], false);
  expect(shown()).toEqual(["the letterAbout the letter", "the mapAbout the map"]);
  for (const testid of ["new-handout", "reveal-to-all", "drop-handout"]) expect(root.querySelector(`[data-testid=${testid}]`)).toBeNull();
});

test("the Storyteller sees who has a handout, and shows it to all or to those who lack it", () => {
  const { root, send, press } = drawn([["seats:ANNA", handout("1", "the map")], ["storyteller", handout("2", "the key")]], true);
  const audiences = [...root.querySelectorAll(".handout-audience span")].map((one) => one.textContent);
  expect(audiences).toEqual(["Only you see it.", "Seen by Anna."]);
  const offered = [...root.querySelectorAll<HTMLElement>("[data-testid=reveal-to]")].map((one) => one.dataset["seat"]);
  expect(offered).toEqual(["ANNA", "BEN", "BEN"]);
  press("reveal-to", 2);
  expect(send).toHaveBeenLastCalledWith("RevealHandout", { handout: "1", to: ["BEN"] });
  press("reveal-to-all");
  expect(send).toHaveBeenLastCalledWith("RevealHandout", { handout: "2", to: [] });
});

test("a handout is taken away only by a second press", () => {
  const { send, press } = drawn([["everyone", handout("1", "the map")]], true);
  press("drop-handout");
  expect(send).not.toHaveBeenCalled();
  press("drop-handout");
  expect(send).toHaveBeenLastCalledWith("DropHandout", { handout: "1" });
});

test("a new handout is sent only with a title, a content and a chosen audience", async () => {
  const { root, send, press } = drawn([], true);
  press("new-handout");
  const button = root.querySelector<HTMLButtonElement>("[data-testid=handout-do]");
  const fill = (name: string, value: string) => {
    const field = root.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (field === null) throw new Error(name);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const lacks = () => root.querySelector("[data-testid=lacks]")?.textContent;
  expect(lacks()).toBe("Fill in “Title”. Write a text or choose a picture. Fill in “Who sees it”.");
  fill("title", "The map");
  expect(lacks()).toBe("Write a text or choose a picture. Fill in “Who sees it”.");
  fill("text", "North is up.");
  expect(lacks()).toBe("Fill in “Who sees it”.");
  expect(root.querySelectorAll("input:checked")).toHaveLength(0);
  expect(button?.disabled).toBe(true);
  const later = root.querySelector<HTMLInputElement>("input[value=later]");
  if (later) later.checked = true;
  later?.dispatchEvent(new Event("change", { bubbles: true }));
  expect(button?.disabled).toBe(false);
  expect(lacks()).toBeUndefined();
  root.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("ShowHandout", { name: "The map", text: "North is up.", picture: "", to: [], later: true }));
});
