import { createSignal } from "solid-js";
import { expect, test } from "vitest";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { SendButton } from "./send-button";

test("a grey button says what is missing, beside it and to screen readers", () => {
  const [lacks, setLacks] = createSignal("Fill in “Name”.");
  const root = mounted({} as Table, () => (
    <SendButton lacks={lacks()} testid="send">
      Send
    </SendButton>
  ));
  const button = root.querySelector("button") as HTMLButtonElement;
  const reason = () => document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect([button.disabled, button.type, button.title, reason()?.textContent]).toEqual([true, "submit", "Fill in “Name”.", "Fill in “Name”."]);
  expect(reason()?.getAttribute("aria-live")).toBe("polite");
  setLacks("");
  expect([button.disabled, button.title, reason(), root.textContent]).toEqual([false, "", null, "Send"]);
});

test("where several buttons lack different things, the reason is a hint", () => {
  const root = mounted({} as Table, () => (
    <SendButton lacks="Set a bonus." onHover onClick={() => {}} testid="send">
      Modify
    </SendButton>
  ));
  const button = root.querySelector("button") as HTMLButtonElement;
  expect([button.type, button.title, root.querySelector("small")?.className]).toEqual(["button", "Set a bonus.", "sr"]);
});
