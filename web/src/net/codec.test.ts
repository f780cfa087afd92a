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
  const input = [2, "who", "Who", "choice", [1], 0, 0, RUDE, false];
  const option = [3, "Say", "a", RUDE, RUDE, "cast", false, [2], [], false];
  expect(readFrame(["options", true, [[1, choice]], [input], [option], [["Say", 0, 0, [3]]]])).toMatchObject({
    choices: [{ number: 1, choice: { value: RUDE, label: SHOWN } }],
    inputs: [{ number: 2, choices: [1], default: RUDE }],
    options: [{ number: 3, label: SHOWN, hint: SHOWN, inputs: [2] }],
  });
});
