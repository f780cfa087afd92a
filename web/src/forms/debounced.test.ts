import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Debounced } from "./debounced";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only the last request is sent, and only its answer counts", async () => {
  const asked: string[] = [];
  const settle = new Map<string, (answer: string) => void>();
  const answers: (string | undefined)[] = [];
  const later = new Debounced<string, string>(
    (q) => {
      asked.push(q);
      return new Promise((answer) => settle.set(q, answer));
    },
    (answer) => answers.push(answer),
  );
  later.request("a");
  later.request("b");
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual(["b"]);
  later.request("c");
  await vi.advanceTimersByTimeAsync(300);
  settle.get("b")?.("late");
  settle.get("c")?.("yes");
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([undefined, undefined, undefined, "yes"]);
  later.request(undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.at(-1)).toBeUndefined();
  expect(asked).toEqual(["b", "c"]);
});

test("a failed request gives no answer", async () => {
  const answers: unknown[] = [];
  const later = new Debounced<string, string>(() => Promise.reject(new Error("too many")), (a) => answers.push(a));
  later.request("a");
  await vi.advanceTimersByTimeAsync(300);
  expect(answers).toEqual([undefined]);
});
