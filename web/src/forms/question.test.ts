import { expect, test } from "vitest";
import type { Input, Option } from "../messages";
import { isAnswer, nextSteps, questions } from "./question";

const about = (name: string, ...values: string[]): Input => ({
  ...{ name, label: name, kind: "choice", least: 0, most: 0, default: "", rarely: false },
  choices: values.map((value) => ({ value, label: `what ${value} is`, hint: "" })),
});
const option = (command: string, more: Partial<Option> = {}): Option => ({
  ...{ command, actor: "", label: command, hint: "", group: "dice", urgent: false, inputs: [], parts: [], grave: false },
  ...more,
});
const layouts: Record<string, { desk: string; answers: string }> = {
  ...{ AnswerAim: { desk: "", answers: "aim" }, Decree: { desk: "", answers: "aim" }, EndTurn: { desk: "next", answers: "" } },
  ...{ StartTurn: { desk: "next", answers: "" }, BeginActing: { desk: "next", answers: "" }, JoinTurns: { desk: "next", answers: "" } },
};
const desk = (role = "storyteller") =>
  ({ isStoryteller: () => role === "storyteller", layout: (command: string) => layouts[command] }) as unknown as Parameters<typeof questions>[0];

test("the answers to one question are together, each question once", () => {
  const all = [
    option("AnswerAim", { actor: "anna", inputs: [about("aim", "1")] }),
    option("AnswerAim", { actor: "ben", inputs: [about("aim", "2")] }),
    option("Decree"),
    option("Decree", { actor: "anna", inputs: [about("aim", "1")] }),
  ];
  const found = questions(desk(), all);
  expect(found.map((one) => [one.subject.label, one.actor, one.answers.map((o) => o.command)])).toEqual([
    ["what 1 is", "anna", ["AnswerAim", "Decree"]],
    ["what 2 is", "ben", ["AnswerAim"]],
  ]);
  expect(isAnswer(desk(), all[2]!)).toBe(false); // a decree about no intent
});

test("an option that leaves open which question it answers is no answer, and players have no inbox", () => {
  expect(isAnswer(desk(), option("AnswerAim", { inputs: [about("aim", "1", "2")] }))).toBe(false);
  expect(isAnswer(desk("player"), option("AnswerAim", { inputs: [about("aim", "1")] }))).toBe(false);
});

test("at most two steps move the table on: urgent ones first, grave ones last", () => {
  const steps = (...all: Option[]) => nextSteps(desk(), all).map((o) => o.command);
  expect(steps(option("EndTurn", { grave: true }), option("StartTurn", { grave: true }), option("BeginActing"))).toEqual(["BeginActing", "EndTurn"]);
  expect(steps(option("EndTurn"), option("StartTurn", { urgent: true }))).toEqual(["StartTurn", "EndTurn"]);
  expect(steps(option("JoinTurns", { actor: "guard" }), option("Decree"))).toEqual([]);
  expect(steps(option("JoinTurns", { actor: "guard", urgent: true }))).toEqual(["JoinTurns"]);
});
