import { expect, test } from "vitest";
import { readRecord } from "./codec";

const RUDE = "Anna\u202e\u009b\nBen";
const SHOWN = "Anna\ufffd\ufffd Ben";

test("control characters in the names of an old log are shown as marks, each name in one line", () => {
  expect(readRecord(["Face", "a", RUDE, RUDE, "", "mortal"])).toMatchObject({ name: SHOWN, concept: SHOWN });
  expect(readRecord(["Absent", "a", RUDE, ""])).toMatchObject({ name: SHOWN });
  expect(readRecord(["Unseen", "a", RUDE])).toMatchObject({ name: SHOWN });
});
