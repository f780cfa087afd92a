import { afterEach, beforeAll, expect, test } from "vitest";
import type { Table } from "../state/table";
import { mounted, unmount } from "../state/testing/mounted";
import { MyCharactersProvider } from "../characters/my-character";
import { inWords } from "../words/render";
import { phrase, type Sentence, typed } from "../words/words";
import { Composer, loadSlash } from "./composer";
import { setReplyTo } from "./reply";

beforeAll(loadSlash);

afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
});

/** Draw the composer; return its text field and the messages that the table receives: typing signals and lines. `to`
 * is the second seat at the table. */
function drawn(answer: () => Promise<{ ok: boolean; sentence?: Sentence }> = () => Promise.resolve({ ok: true }), storyteller = true) {
  const shown: boolean[] = [];
  const said: unknown[] = [];
  const wished: string[] = [];
  const table = {
    ...{ all: () => [], get: () => undefined, isStoryteller: () => storyteller, stream: "scene/a/b", seat: () => (storyteller ? "vera" : "carl") },
    presence: () => ({ watching: 0, seats: ["vera", "anna", "ben"].map((id) => ({ id, name: id, role: id === "vera" ? "storyteller" : "player", here: true, typing: false })) }),
    setRefusal: () => {},
    sendQuietly: (name: string, fields: unknown) => (wished.push(name), said.push(fields), answer()),
    connection: { typing: (on: boolean) => shown.push(on) },
  } as unknown as Table;
  const root = mounted(table, () => (
    <MyCharactersProvider>
      <Composer />
    </MyCharactersProvider>
  ));
  const field = root.querySelector("textarea") as HTMLTextAreaElement;
  const write = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const say = () => root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  /** The refusal that stands above the field. */
  const refusal = () => root.querySelector('[data-testid="notice"] span')?.textContent ?? "";
  const whom = root.querySelector<HTMLSelectElement>('[data-testid="say-to"]') as HTMLSelectElement;
  const sayTo = (seat: string) => {
    whom.value = seat;
    whom.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { field, whom, shown, said, wished, refusal, write, say, sayTo };
}

test("typing is shown, except for a line that may be a secret throw", () => {
  const { shown, write } = drawn();
  for (const text of ["?", "?throw", "?throw 7 6 --hidden # ambush", "/", "/r", "/r 7 6 --hidden"]) write(text);
  expect(shown).toEqual([]);
  write("The fog comes in");
  expect(shown).toEqual([true]);
  write("?throw");
  expect(shown).toEqual([true, false]);
});

test("a throw begins with a question mark or a slash, and is sent to the roller", () => {
  const { wished, write, say } = drawn();
  for (const text of ["?throw 6", "/throw 6", "/roll 6 7", "/r 6", "/R 6 # x", "/r"]) {
    write(text);
    say();
  }
  for (const text of ["/rest by the fire", "/thrown 6", "/me waves", "roll 6"]) {
    write(text);
    say();
  }
  expect(wished).toEqual([...Array(6).fill("ThrowAsTyped"), ...Array(4).fill("Say")]);
});

test("a line that is too long is not cut: it stays, with the reason", () => {
  const { field, said, refusal, write, say } = drawn();
  write("x".repeat(4001));
  say();
  expect(said).toEqual([]);
  expect(field.value.length).toBe(4001);
  expect(refusal()).toBe(inWords(phrase("page-line-too-long", { n: 4001, most: 4000 })));
  write("x".repeat(4000));
  expect(refusal()).toBe("");
  say();
  expect(said).toEqual([{ text: "x".repeat(4000), actor: "", to: [] }]);
});

test("an unsent text and its addressee are restored until it is sent", () => {
  const before = drawn();
  before.sayTo("anna");
  before.write("The door is not locked.");
  unmount();
  const after = drawn();
  expect([after.field.value, after.whom.value]).toEqual(["The door is not locked.", "anna"]);
  after.say();
  expect(after.said).toEqual([{ text: "The door is not locked.", actor: "", to: ["anna"] }]);
  unmount();
  expect(drawn().field.value).toBe("");
});

test("a refused whisper returns as a whisper, before the text written since", async () => {
  let refuse = (_: { ok: boolean; sentence: Sentence }) => {};
  const { field, whom, said, refusal, write, say, sayTo } = drawn(() => new Promise((answer) => (refuse = answer)));
  sayTo("ben");
  write("Ben sees a knife.");
  say();
  sayTo("");
  write("The fog comes in.");
  refuse({ ok: false, sentence: typed("Ben has left.") });
  await new Promise((done) => setTimeout(done));
  expect(refusal()).toBe("Ben has left.");
  expect([field.value, whom.value]).toEqual(["Ben sees a knife.\nThe fog comes in.", "ben"]);
  sayTo("anna");
  expect(refusal()).toBe("");
  expect(said.length).toBe(1);
});

test("a whisper is one line; an answer to a whisper stays until it is ended", () => {
  const { whom, said, write, say, sayTo } = drawn();
  sayTo("anna");
  write("The door is not locked.");
  say();
  expect(whom.value).toBe("");
  expect(document.querySelector('[data-testid="answering"]')).toBeNull();
  setReplyTo({ seat: "ben" });
  for (const text of ["Yes.", "Two of them."]) {
    write(text);
    say();
  }
  expect(said.map((line) => (line as { to: unknown }).to)).toEqual([["anna"], ["ben"], ["ben"]]);
  expect(document.querySelector('[data-testid="answering"]')?.textContent).toContain("Your lines are whispered to ben.");
  document.querySelector<HTMLElement>('[data-testid="answered"]')?.click();
  expect([whom.value, document.querySelector('[data-testid="answering"]')]).toEqual(["", null]);
});

test("a person who stops typing to look back is no longer shown as typing", () => {
  const { shown, write } = drawn();
  write("The fog comes in");
  unmount();
  expect(shown).toEqual([true, false]);
});

test("a line can name its addressee, or that it is out of character", () => {
  const { said, refusal, write, say } = drawn();
  for (const line of ["/w anna The door is not locked.", "/ooc Back in five minutes.", "/n Rain.", "/w nobody Psst.", "/w ben"]) {
    write(line);
    say();
  }
  expect(said).toEqual([
    { text: "The door is not locked.", actor: "", to: ["anna"] },
    { text: "Back in five minutes.", actor: "", to: [], aside: true },
    { text: "Rain.", actor: "", to: [] },
  ]);
  expect(refusal()).toBe(inWords(phrase("page-slash-whom", { who: "anna" })));
});

test("a player whispers to the Storyteller by her name or as Storyteller", () => {
  const { said, write, say } = drawn(undefined, false);
  write("/w ");
  expect([...document.querySelectorAll('[data-testid="completions"] b')].map((one) => one.textContent)).toEqual(["vera", "anna", "ben", "Storyteller"]);
  for (const line of ["/w Vera Psst.", "/w storyteller Psst."]) {
    write(line);
    say();
  }
  expect(said).toEqual(Array(2).fill({ text: "Psst.", actor: "", to: ["storyteller"] }));
});

test("Tab takes the chosen completion, and Escape closes the list", () => {
  const { field, write } = drawn();
  const listed = () => [...document.querySelectorAll('[data-testid="completions"] b')].map((one) => one.textContent);
  const press = (key: string) => field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  write("/");
  expect(listed()).toEqual(["/r", "/roll", "/w", "/ooc", "/n"]);
  press("ArrowDown");
  press("ArrowDown");
  press("Tab");
  expect(field.value).toBe("/w ");
  expect(listed()).toEqual(["anna", "ben"]);
  press("Escape");
  expect(listed()).toEqual([]);
  write("/w b");
  press("Enter");
  expect(field.value).toBe("/w ben ");
});
