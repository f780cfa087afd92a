import { afterEach, expect, test } from "vitest";
import { forgetLinks, keepLink, keptLinks, moveLinks } from "./kept-links";

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const link = (secret: string) => ({ link: `http://table.example/#${secret}`, qr: ["10"] });
const kept = (owner: string) => [...keptLinks(owner)].map(([id, { link }]) => [id, link.split("#")[1]]);

test("links are kept by their owner, the newest of each seat", () => {
  keepLink("vera", "anna", link("old"));
  keepLink("vera", "anna", link("new"));
  keepLink("vera", "ben", link("bens"));
  keepLink("host", "chronicle", link("veras"));
  expect([kept("vera"), kept("host"), kept("anna")]).toEqual([[["anna", "new"], ["ben", "bens"]], [["chronicle", "veras"]], []]);
});

test("links move with the session to the device and back, and are forgotten with it", () => {
  keepLink("vera", "anna", link("annas"));
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 0]);
  moveLinks("vera", true);
  keepLink("vera", "ben", link("bens"), true);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 1]);
  moveLinks("vera", false);
  expect([sessionStorage.length, localStorage.length, kept("vera")]).toEqual([1, 0, [["anna", "annas"], ["ben", "bens"]]]);
  forgetLinks("vera");
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});
