import { afterEach, expect, test } from "vitest";
import { holdStill } from "./hold-still";

afterEach(() => document.body.replaceChildren());

const settled = () => new Promise((done) => setTimeout(done));

/** A prompt with a panel; `at` sets the place of the panel on the screen before scrolling, `range` how far the prompt
 * can be scrolled. */
function drawn() {
  document.body.innerHTML = '<div class="prompt"><div class="asking"><form class="panel"><button>Dodge</button></form></div></div>';
  const [asking, panel] = [document.querySelector<HTMLElement>(".asking")!, document.querySelector<HTMLElement>(".panel")!];
  let [at, range, scrolled] = [100, 0, 0];
  Object.defineProperty(asking, "scrollTop", { get: () => scrolled, set: (to: number) => (scrolled = Math.min(Math.max(to, 0), range)) });
  panel.getBoundingClientRect = () => ({ top: at - scrolled + (parseFloat(asking.style.paddingBottom) ? -parseFloat(asking.style.paddingBottom) : 0) }) as DOMRect;
  const end = holdStill(panel);
  const arrives = async (to: { at: number; range: number }) => {
    ({ at, range } = to);
    asking.prepend(document.createElement("p"));
    await settled();
  };
  return { asking, panel, arrives, end, top: () => panel.getBoundingClientRect().top, point: (type: string) => panel.dispatchEvent(new Event(type)) };
}

test("the prompt is scrolled when something arrives above the panel under the pointer", async () => {
  const { arrives, point, top, asking } = drawn();
  point("pointerenter");
  await arrives({ at: 140, range: 60 });
  expect([top(), asking.scrollTop]).toEqual([100, 40]);
});

test("what disappears below the panel leaves its room, until the pointer goes", async () => {
  const { arrives, point, top, asking } = drawn();
  point("pointerenter");
  await arrives({ at: 130, range: 0 });
  expect([top(), asking.style.paddingBottom]).toEqual([100, "30px"]);
  point("pointerleave");
  expect(asking.style.paddingBottom).toBe("");
});

test("a panel that nobody uses is not held, and neither is one against its own changes", async () => {
  const { arrives, panel, point, asking, top } = drawn();
  await arrives({ at: 140, range: 60 });
  expect([top(), asking.scrollTop]).toEqual([140, 0]);
  point("pointerenter");
  panel.append(document.createElement("p"));
  await settled();
  expect(asking.scrollTop).toBe(0);
});
