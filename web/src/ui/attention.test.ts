import { afterEach, expect, test, vi } from "vitest";
import { soundHit, want } from "./attention";

afterEach(() => vi.unstubAllGlobals());

/** A browser that can play sounds; returns the hertz of the tones that it has played. */
function withSound(): number[] {
  const played: number[] = [];
  const volume = () => ({ setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
  class FakeAudio {
    readonly currentTime = 0;
    readonly destination = {};
    async resume() {}
    createGain() {
      return { gain: volume(), connect: (to: object) => to };
    }
    createOscillator() {
      const frequency = { ...volume(), setValueAtTime: (hertz: number) => played.push(hertz) };
      return { frequency, connect: (to: object) => to, start() {}, stop() {} };
    }
  }
  vi.stubGlobal("AudioContext", FakeAudio);
  return played;
}

test("a hit has a sound of its own, and only on a device that wants sounds", async () => {
  const played = withSound();
  soundHit();
  expect(played).toEqual([]);
  await want("sound", true);
  const asked = played.splice(0);
  expect(asked).toHaveLength(2);
  soundHit();
  expect(played).toHaveLength(1);
  expect(asked).not.toContain(played[0]);
  await want("sound", false);
  soundHit();
  expect(played).toHaveLength(1);
});
