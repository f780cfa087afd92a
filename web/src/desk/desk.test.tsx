import { expect, test, vi } from "vitest";
import type { AnyRecord, Choice, Input, Option } from "../messages";
import { MyCharactersProvider } from "../characters/my-character";
import { RecordSignals } from "../state/record-signals";
import type { Table } from "../state/table";
import { LAID_OUT } from "../state/testing/layouts";
import { mounted } from "../state/testing/mounted";
import { Desk } from "./desk";

const face = (id: string, name: string): AnyRecord => ({ type: "Face", id, name, concept: "", player: "", kind: "" });
const option = (command: string, actor: string, ...inputs: Input[]): Option => ({
  ...{ command, actor, label: command, hint: "", group: "dice", urgent: false, inputs, parts: [], grave: false },
});
const choice = (value: string): Choice => ({ value, label: value, hint: "" });
const TRAITS: Input = { name: "traits", label: "", kind: "choices", choices: [choice("Wits"), choice("Alertness")], least: 0, most: 0, default: "", rarely: false };

/** Draw the desk of a Storyteller who has a hidden character. `difficulties`: the rules have words for them. */
function drawn(difficulties: readonly { value: number; label: string }[]) {
  const live = new RecordSignals();
  let count = 0;
  const tell = (audience: string, ...changed: AnyRecord[]) =>
    live.change((touched) => live.records.part({ frame: "part", audience, count: ++count, chain: new Uint8Array(), at: 0, changed, gone: [] }, touched));
  tell("everyone", face("rook", "Rook"), { type: "Rulebook", id: "rulebook", manoeuvres: [], difficulties } as unknown as AnyRecord);
  count = 0;
  tell("storyteller", face("shade", "The Shade"));
  const send = vi.fn(async () => ({ ok: true }));
  const options = [
    { ...option("RevealCharacter", "shade"), group: "cast" },
    ...["RollInSecret", "CallForRoll"].map((command) => option(command, "rook", TRAITS)),
  ];
  const table = {
    ...{ all: live.all.bind(live), get: live.get.bind(live), audienceOf: live.audienceOf.bind(live), story: live.story.bind(live) },
    ...{ isStoryteller: () => true, seat: () => "st", seatName: () => "", groupTitle: (group: string) => group },
    ...LAID_OUT,
    ...{ options: () => options, send, setRefusal: () => {} },
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <Desk toStory={() => {}} waits={() => {}} />
    </MyCharactersProvider>
  ));
  return { root, send, see: <T extends HTMLElement>(id: string) => root.querySelector<T>(`[data-testid="${id}"]`) };
}

test("hidden characters are listed on the desk, and one press reveals each", async () => {
  const { root, send, see } = drawn([]);
  const names = [...(see("hidden-cast")?.querySelectorAll(".name") ?? [])].map((name) => name.textContent);
  expect(names).toEqual(["The Shade"]);
  see("hidden-cast")?.querySelector<HTMLElement>('[data-testid="option-RevealCharacter"]')?.click();
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("RevealCharacter", { actor: "shade" }));
  expect(root.querySelectorAll('[data-testid="option-RevealCharacter"]')).toHaveLength(1);
});

test("the line for a secret roll sends the chosen difficulty, and then begins anew without one", async () => {
  const { send, see } = drawn([{ value: 6, label: "standard" }]);
  const choose = (id: string, value: string) => {
    const field = see<HTMLSelectElement>(id);
    if (field === null) throw new Error(`no ${id}`);
    field.value = value;
    field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
  };
  choose("quick-who", "rook");
  choose("quick-difficulty", "8");
  choose("quick-pool", "wits");
  see("quick-CallForRoll")?.click();
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith("CallForRoll", expect.objectContaining({ actor: "rook", traits: ["Wits"], difficulty: 8 })));
  await vi.waitFor(() => expect(see<HTMLInputElement>("quick-pool")?.value).toBe(""));
  choose("quick-pool", "alertness");
  see("quick-CallForRoll")?.click();
  await vi.waitFor(() => expect(send).toHaveBeenLastCalledWith("CallForRoll", expect.objectContaining({ traits: ["Alertness"], difficulty: 0 })));
});

test("rules in which nobody chooses a difficulty have no field for one", () => {
  expect(drawn([]).see("quick-difficulty")).toBeNull();
});
