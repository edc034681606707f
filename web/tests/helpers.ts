/** What the browser tests share: how a person sits down, answers, and looks. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Page } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const SCREENS = join(process.env.ASTRARIUM_ARTEFACTS ?? "../artefacts", "screens");
export const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** A page that tells events at once and fails the test on anything the browser complains about. */
export const test = base.extend<{ calm: Page }>({
  calm: async ({ page }, use) => {
    const complaints = await quiet(page);
    await use(page);
    expect(complaints).toEqual([]);
  },
});
export { expect };

export async function quiet(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    localStorage["astrarium.settings"] ??= JSON.stringify({ speed: "instant", motion: "reduced" });
  });
  return complaints;
}

/** Opens “New table” for the first title, with a short game and quick bots; `open` seats wait for friends. */
export async function newTable(page: Page, { open = 0, here = 0 } = {}): Promise<void> {
  await page.goto("/");
  await page
    .getByRole("button", { name: /^New table/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Round limit/).fill("10");
  const seats = dialog.getByLabel(/^Seat \d/);
  for (let i = 1; i < (await seats.count()); i++) {
    await seats.nth(i).selectOption(i <= open ? "open" : i <= open + here ? "me" : "easy");
  }
  await dialog.getByRole("button", { name: /Start the game|Open the table/ }).click();
  await page.waitForURL(/\/table\//);
}

/** Dice for tests: the same game every time the server deals the same. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const asked = (page: Page) => page.locator(".bar.asked");
export const standing = (page: Page) => page.getByRole("heading", { name: /wins|share the victory/ });

/** Waits until something is asked or the game is over; true while it goes on. */
export async function turn(page: Page): Promise<boolean> {
  await expect(asked(page).or(standing(page)).first()).toBeVisible({ timeout: 30_000 });
  return !(await standing(page).isVisible());
}

/** What glows on the board and in front of it, and the buttons of the bar, as points of the screen. */
export async function lit(page: Page): Promise<{ x: number; y: number; button: boolean; words: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".tray .lit, .board .lit, .choices .button:not(:disabled)")].map((e) => {
      const box = (e.querySelector(".ring") ?? e).getBoundingClientRect();
      const words = e.dataset.id ?? e.dataset.words ?? e.textContent!.trim();
      return {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        button: e.tagName === "BUTTON" && !e.dataset.id,
        words,
      };
    }),
  );
}

/** Clicks one thing that is lit, or a button; seldom the one that ends something. */
export async function click(page: Page, dice: () => number): Promise<void> {
  const all = await lit(page);
  const things = all.filter((l) => !l.button);
  const from = things.length > 0 && dice() < 0.8 ? things : all;
  const one = from[Math.floor(dice() * from.length)];
  if (one) await page.mouse.click(one.x, one.y);
}

/** Saves a picture and looks for what should never be: sideways scrolling and serious findings of axe. */
export async function inspect(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(SCREENS, `${name}.png`) });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  const found = serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`);
  expect(found, name).toEqual([]);
}
