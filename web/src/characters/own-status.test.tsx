import { createSignal } from "solid-js";
import { afterEach, expect, test, vi } from "vitest";
import { RecordSignals } from "../state/record-signals";
import type { AnyRecord, Part } from "../messages";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { LAID_OUT } from "../state/testing/layouts";
import { MyCharactersProvider } from "./my-character";
import * as attention from "../ui/attention";
import { OwnStatus } from "./own-status";
import { monogram } from "./portrait";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const face = (id: string, name: string, player: string): AnyRecord => ({ type: "Face", id, name, concept: "", player, kind: "" });
const health = (bashing: number): AnyRecord => ({ type: "Health", id: "ilse", bashing, lethal: 0, aggravated: 0 });

/** Draw the own status of Anna, who plays Ilse. */
function drawn() {
  const live = new RecordSignals();
  let count = 0;
  const tell = (...changed: AnyRecord[]) => {
    const part: Part = { frame: "part", audience: "everyone", count: ++count, chain: new Uint8Array(), at: 0, changed, gone: [] };
    live.change((touched) => live.records.part(part, touched));
  };
  const book = { type: "Rulebook", id: "rulebook", manoeuvres: [], health: [{ value: 0, label: "Bruised" }, { value: -1, label: "Hurt" }] };
  const sheet = { type: "Sheet", id: "ilse", traits: [], specialties: [], pools: [["Willpower", 6, 4]], items: [], flags: [] };
  tell(face("ilse", "Ilse Marten", "anna"), face("rook", "Rook", "ben"), health(0), book as unknown as AnyRecord, sheet as unknown as AnyRecord);
  const table = {
    ...{ all: live.all.bind(live), get: live.get.bind(live), isStoryteller: () => false, seat: () => "anna", seatName: () => "", options: () => [] },
    ...LAID_OUT,
  } as unknown as Table;
  const [toPrompt, setToPrompt] = createSignal<() => void>();
  const [reading, setReading] = createSignal(live);
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <OwnStatus reading={reading()} live={true} toPrompt={toPrompt()} />
    </MyCharactersProvider>
  ));
  return { live, tell, root, setToPrompt, setReading };
}

test("the own character's name, health and points are shown, and nobody else's", () => {
  const { root } = drawn();
  expect(root.querySelector(".name")?.textContent).toBe("Ilse Marten");
  expect(root.querySelector(".portrait")?.textContent).toBe("IM");
  expect(root.querySelector(".own-stores")?.textContent).toBe("Willpower4/6");
  expect(root.textContent).not.toContain("Rook");
});

test("the status is marked for a moment when the character is wounded, not when it heals", () => {
  vi.useFakeTimers();
  const { tell, root } = drawn();
  const struck = () => root.querySelector(".own.struck") !== null;
  tell(health(1));
  expect(struck()).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(struck()).toBe(false);
  tell(health(0));
  expect(struck()).toBe(false);
});

test("a wound plays the sound of a hit; healing and looking back do not", () => {
  const sound = vi.spyOn(attention, "soundHit").mockImplementation(() => {});
  const { live, tell, setReading } = drawn();
  const past = new RecordSignals();
  past.change((touched) => past.records.part({ frame: "part", audience: "everyone", count: 1, chain: new Uint8Array(), at: 0, changed: [face("ilse", "Ilse Marten", "anna"), health(0)], gone: [] }, touched));
  tell(health(1));
  expect(sound).toHaveBeenCalledOnce();
  tell(health(0));
  tell(health(2));
  setReading(past);
  setReading(live);
  expect(sound).toHaveBeenCalledTimes(2);
});

test("a question that is out of sight has a button that leads to it", () => {
  const { root, setToPrompt } = drawn();
  const go = vi.fn();
  expect(root.querySelector('[data-testid="to-prompt"]')).toBeNull();
  setToPrompt(() => go);
  (root.querySelector('[data-testid="to-prompt"]') as HTMLElement).click();
  expect(go).toHaveBeenCalledOnce();
});

test("a monogram has the first letters of the first and the last word", () => {
  expect(["Ilse Marten", "rook", "The Old Man of the Sea", "Élodie-Zoé", "“Knife”", "7 of 9", ""].map(monogram)).toEqual(["IM", "R", "TS", "ÉZ", "K", "79", ""]);
});
