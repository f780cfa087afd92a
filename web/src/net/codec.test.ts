import { expect, test } from "vitest";
import { readFrame, readRecord } from "./codec";

const RUDE = "Anna\u202e\u009b\nBen";
const SHOWN = "Anna\ufffd\ufffd Ben";

test("control characters in the names of an old log are shown as marks, each name in one line", () => {
  expect(readRecord(["Face", "a", RUDE, RUDE, "", "mortal"])).toMatchObject({ name: SHOWN, concept: SHOWN });
  expect(readRecord(["Absent", "a", RUDE, ""])).toMatchObject({ name: SHOWN });
  expect(readRecord(["Unseen", "a", RUDE])).toMatchObject({ name: SHOWN });
});

test("so are the labels of options and choices, but no value that is sent back", () => {
  const choice = [RUDE, RUDE, RUDE];
  const input = ["who", "Who", "choice", [choice], 0, 0, RUDE, false];
  const option = ["Say", "a", RUDE, RUDE, "cast", false, [input], [], false];
  expect(readFrame(["options", true, [["Say", [option]]]])).toMatchObject({
    offers: [{ options: [{ label: SHOWN, hint: SHOWN, inputs: [{ choices: [{ value: RUDE, label: SHOWN }], default: RUDE }] }] }],
  });
});
