/** Every title by keyboard: what the Tab key stops at before the choices, where the focus is, then the whole game by ear. */
import type { Page } from "@playwright/test";
import { click, expect, newTable, random, standing, test, turn } from "./helpers";

interface Title {
  id: string;
  name: string;
  min_seats: number;
}
const { titles } = (await (await fetch(`${process.env.ASTRARIUM_URL}/api/titles`)).json()) as { titles: Title[] };

const QUESTIONS = 12;
const CHOICE = ".tray .lit, .board .lit, .choices .button";

for (const { id, name, min_seats } of titles)
  test(`${name} by keyboard and by ear: few stops, the focus on a choice, to the end`, async ({ calm }) => {
    const dice = random(7);
    await newTable(calm, { title: name, players: String(min_seats) });
    let most = 0;
    for (let i = 0; i < QUESTIONS && (await turn(calm)); i++) {
      await expect(calm.locator(CHOICE).and(calm.locator(":focus")), "the focus is on a choice").toHaveCount(1);
      const { before, unlit } = await calm.evaluate((choice) => {
        const all = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, summary, [tabindex]")];
        const stops = all.filter((e) => e.tabIndex >= 0 && e.checkVisibility() && !e.matches(":disabled"));
        const first = stops.findIndex((e) => e.matches(".choices .button"));
        return {
          before: first < 0 ? stops.findIndex((e) => e.matches(choice)) : first,
          unlit: stops.filter((e) => e.matches(".table [data-id]:not(.lit)")).map((e) => e.dataset.id),
        };
      }, CHOICE);
      expect(unlit, "what is not lit is no stop").toEqual([]);
      const mute = await calm.locator(".board .lit:not([aria-label])").count();
      expect(mute, "what is lit has a name").toBe(0);
      most = Math.max(most, before);
      await click(calm, dice);
    }
    expect(most).toBeLessThanOrEqual(10);
    let answers = 0;
    for (; await turn(calm); answers++) {
      expect(answers, "the game goes on and on").toBeLessThan(2000);
      await answer(calm, dice);
    }
    console.log(`${id}: at most ${most} stops before the choices; ${answers} answers by ear`);
    await expect(standing(calm)).toBeFocused();
  });

/** Says a sentence of those that the palette reads out, half of the time the last, which mostly ends what goes on. */
async function answer(page: Page, dice: () => number): Promise<void> {
  await page.keyboard.press("/");
  const count = await page.getByRole("listbox", { name: "Sentences" }).getByRole("option").count();
  const back = dice() < 0.5 ? 1 : Math.floor(dice() * Math.min(count, 12));
  for (let i = 0; i < back; i++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  // More follows from it than it says: it waits for a yes, which has the focus.
  if (await page.getByRole("button", { name: /./ }).and(page.locator(".choices .main:focus")).count())
    await page.keyboard.press("Enter");
}

test("arrow keys reach every choice", async ({ calm }) => {
  const dice = random(4);
  await newTable(calm);
  for (let i = 0; i < 4 && (await turn(calm)); i++) {
    const choices = calm.locator(`${CHOICE}, .shut`);
    const at = () => choices.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
    await expect.poll(at).toBeGreaterThanOrEqual(0);
    const reached = new Set([await at()]);
    for (const from of reached)
      for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        await choices.nth(from).focus();
        await calm.keyboard.press(arrow);
        reached.add(await at());
      }
    expect(reached.size).toBe(await choices.count());
    await click(calm, dice);
  }
});
