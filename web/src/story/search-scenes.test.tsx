import { render } from "solid-js/web";
import { afterEach, expect, test, vi } from "vitest";
import type { SceneCard } from "../messages";
import { SearchScenes } from "./search-scenes";

const scene = (name: string, open = false) => ({ type: "SceneCard", id: name, name, stream: `scene/${name}`, open }) as unknown as SceneCard;
const line = (text: string, undone = false) => ({ text, undone });
const STORIES: Readonly<Record<string, readonly { text: string; undone: boolean }[] | undefined>> = {
  "scene/Pier": [line("The bell tolls."), line("A bell again.", true), line("Silence.")],
  "scene/Loft": [line("Ilse: Gewölbe")],
  "scene/Roof": undefined,
};

let dispose: () => void = () => {};
afterEach(() => {
  dispose();
  document.body.replaceChildren();
});

function shown(words: string, read = vi.fn(async (stream: string) => STORIES[stream])) {
  const root = document.createElement("div");
  document.body.append(root);
  const show = vi.fn();
  dispose = render(() => <SearchScenes scenes={[scene("Pier"), scene("Roof"), scene("Loft")]} words={words} read={read} show={show} />, root);
  const text = (id: string) => [...root.querySelectorAll(`[data-testid="${id}"]`)].map((one) => one.textContent);
  const type = (typed: string) => {
    const field = root.querySelector("input") as HTMLInputElement;
    field.value = typed;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  return { root, read, show, text, type };
}

test("every scene is searched, the newest first, and what cannot be read is named", async () => {
  const { root, read, show, text } = shown("BELL");
  await vi.waitFor(() => expect(text("search-scenes-progress")).toEqual(["2 found in 3 scenes"]));
  expect(read.mock.calls.map(([stream]) => stream)).toEqual(["scene/Loft", "scene/Roof", "scene/Pier"]);
  expect(text("found-in-scene")).toEqual([expect.stringContaining("The bell tolls.A bell again.")]);
  expect(root.querySelector("s")?.textContent).toBe("A bell again.");
  expect(root.textContent).toContain("Roof could not be read.");
  root.querySelector<HTMLButtonElement>('[data-testid="show-in-scene"]')?.click();
  expect(show).toHaveBeenCalledWith("scene/Pier", "BELL");
});

test("a new search ends the one before, and reads each closed scene once", async () => {
  const { read, text, type } = shown("bell");
  await vi.waitFor(() => expect(text("search-scenes-progress")).toEqual(["2 found in 3 scenes"]));
  type("gewolbe");
  await vi.waitFor(() => expect(text("search-scenes-progress")).toEqual(["1 found in 3 scenes"]));
  expect(text("found-in-scene")).toEqual([expect.stringContaining("Ilse: Gewölbe")]);
  expect(read.mock.calls.filter(([stream]) => stream === "scene/Pier")).toHaveLength(1);
  type(" ");
  await vi.waitFor(() => expect(text("search-scenes-progress")).toEqual([""]));
  expect(text("found-in-scene")).toEqual([]);
});
