import { expect, onTestFinished, test, vi } from "vitest";
import type { Table } from "../state/table";
import { mounted } from "../state/testing/mounted";
import { t } from "../words/render";
import { Palette } from "./palette";

test("an entry of the menu opens it, and focuses the part that it names once that is drawn", async () => {
  const menu = document.createElement("details");
  menu.className = "menu";
  menu.innerHTML = "<summary>Menu</summary>";
  document.body.append(menu);
  onTestFinished(() => menu.remove());
  const close = vi.fn();
  const root = mounted({ options: () => [], get: () => undefined } as unknown as Table, () => <Palette typed="" close={close} />);
  const entry = [...root.querySelectorAll<HTMLElement>('[data-testid="find-page"]')].find((one) => one.textContent?.includes(t("page-light-theme")));
  entry?.click();
  expect(close).toHaveBeenCalledOnce();
  expect(menu.open).toBe(true);
  menu.insertAdjacentHTML("beforeend", '<input type="checkbox" data-testid="remember" /><input type="checkbox" data-testid="light-theme" />');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("data-testid")).toBe("light-theme"));
});

test("what was typed before the palette was loaded stands in its field", () => {
  const root = mounted({ options: () => [], get: () => undefined } as unknown as Table, () => <Palette typed="exper" close={() => {}} />);
  expect(root.querySelector<HTMLInputElement>("[data-testid=palette-text]")?.value).toBe("exper");
});
