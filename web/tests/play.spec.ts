/** Galactic Adventures in the browser: by keyboard alone, by two people over a link, at one screen. */
import { asked, click, expect, newTable, quiet, random, standing, test, turn } from "./helpers";

test("one click from home to the first decision", async ({ calm }) => {
  await calm.goto("/");
  const play = calm.getByRole("button", { name: /^Play now/ }).first();
  await play.waitFor();
  const start = Date.now();
  await play.click();
  await turn(calm);
  const took = Date.now() - start;
  console.log(`from the click to the first decision: ${took} ms`);
  expect(took).toBeLessThan(5000); // a second, on a machine that does nothing else
});

test("a whole game by keyboard alone", async ({ calm }) => {
  const dice = random(11);
  const { keyboard } = calm;
  await calm.goto("/");
  await calm
    .getByRole("button", { name: /^New table/ })
    .first()
    .waitFor();
  await until(async () => (await focus()).startsWith("New table"), "Tab");
  await keyboard.press("Enter");
  await until(async () => (await focus()).startsWith("More:"), "Tab");
  await keyboard.press("Enter");
  await until(async () => (await focus()).includes("Round limit"), "Tab");
  await keyboard.press("Control+A");
  await keyboard.type("10");
  await keyboard.press("Enter");
  await calm.waitForURL(/\/table\//);

  while (await turn(calm)) {
    const words = await calm.locator(".choices .button").count();
    if (words > 0 && dice() < 0.25) await keyboard.press(String(1 + Math.floor(dice() * Math.min(9, words))));
    else if (dice() < 0.2) await say();
    else await point();
  }
  await until(async () => (await focus()).startsWith("Rematch"), "Tab");

  /** Goes to what glows with the arrow keys, then takes it. */
  async function point(): Promise<void> {
    await keyboard.press("ArrowRight");
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    for (let i = Math.floor(dice() * 5); i > 0; i--) await keyboard.press(arrows[Math.floor(dice() * 4)]!);
    await keyboard.press("Enter");
  }

  /** Takes a sentence from the palette. */
  async function say(): Promise<void> {
    await keyboard.press("/");
    if (!(await calm.getByRole("combobox", { name: "Sentence" }).isVisible())) return;
    for (let i = Math.floor(dice() * 4); i > 0; i--) await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
  }

  async function focus(): Promise<string> {
    return calm.evaluate(() => {
      const e = document.activeElement;
      return e?.closest("label")?.textContent?.trim() || e?.textContent?.trim() || "";
    });
  }

  async function until(there: () => Promise<boolean>, key: string): Promise<void> {
    for (let i = 0; i < 80 && !(await there()); i++) await keyboard.press(key);
    expect(await there()).toBe(true);
  }
});

test("two browsers over a link, with a reload in the middle", async ({ calm: ann, browser }) => {
  const dice = random(3);
  await newTable(ann, { players: "2", open: 1, clock: "40 minutes each for the game" });
  const link = await ann.getByLabel("Send this link to friends").inputValue();
  const context = await browser.newContext();
  const ben = await context.newPage();
  const complaints = await quiet(ben);
  await ben.goto(link);
  await ben.getByLabel("Your name").fill("Ben <b>");
  await ben.getByRole("button", { name: "Sit down" }).click();
  await ben.waitForURL(/\/table\//);
  await expect(ann.getByText("Ben <b>", { exact: true })).toBeVisible();
  await ann.getByRole("button", { name: "Start the game" }).click();
  await expect(ann.getByRole("timer").first()).toHaveText(/^(40:00|39:\d\d)$/);

  let answers = 0;
  for (;;) {
    const open = (page: typeof ann) => turn(page).catch(() => true);
    await Promise.race([open(ann), open(ben)]);
    if (await standing(ann).isVisible()) break;
    for (const page of [ann, ben]) if (await asked(page).isVisible()) await click(page, dice);
    if (++answers === 20) await ben.reload();
    expect(answers).toBeLessThan(2000);
  }
  await expect(standing(ben)).toBeVisible();
  await expect(ben.getByRole("button", { name: "Rematch" })).toBeVisible();
  const stranger = await browser.newContext();
  const watcher = await stranger.newPage();
  await watcher.goto(ann.url());
  await expect(standing(watcher)).toBeVisible();
  await expect(watcher.getByRole("button", { name: "Rematch" })).toHaveCount(0);
  await stranger.close();
  // What came piece by piece is what a newcomer gets whole.
  const told = async () => {
    await ben.getByRole("tab", { name: "Log" }).click();
    return ben.locator(".log li.line").allInnerTexts();
  };
  const before = await told();
  expect(before.length).toBeGreaterThan(20);
  await ben.reload();
  await expect(standing(ben)).toBeVisible();
  expect(await told()).toEqual(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test("two people at one screen pass it on", async ({ calm }) => {
  await newTable(calm, { here: 1 });
  const dice = random(5);
  const cover = calm.getByRole("alertdialog", { name: "Pass the screen" });
  for (let passed = 0; passed < 3;) {
    await expect(asked(calm).or(cover).first()).toBeVisible({ timeout: 30_000 });
    if (await cover.isVisible()) {
      await expect(calm.locator(".board")).toHaveCount(0);
      await cover.getByRole("button").click();
      await expect(calm.locator(".board")).toBeVisible();
      passed++;
    } else await click(calm, dice);
  }
});

test("what is not lit says why, and cites the rule beside the board", async ({ calm }) => {
  await newTable(calm);
  await turn(calm);
  const dice = random(2);
  const dark = calm.locator(".board [data-id]:not(.lit) > .hit");
  while ((await dark.count()) === 0 && (await turn(calm))) await click(calm, dice);
  const notice = calm.locator(".notice");
  // The board may still be finding its size.
  await expect(async () => {
    const box = (await dark.first().boundingBox())!;
    await calm.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const clause = notice.locator("a.clause");
  const id = (await clause.textContent())!.trim();
  await clause.click();
  await expect(calm.getByRole("tabpanel", { name: "Rules" }).locator(`[id="${id}"]`)).toBeVisible();
  await expect(asked(calm)).toBeVisible();
});

test("hints, the palette, chat, and somebody who watches", async ({ calm, browser }) => {
  await newTable(calm, { players: "2" });
  await turn(calm);
  const before = await calm.locator(".question").textContent();
  await calm.getByRole("button", { name: "Hint" }).click();
  const advice = calm.locator(".hints .button:not(.quiet)");
  await expect(advice.first()).toContainText("%");
  expect(await advice.count()).toBeLessThanOrEqual(3);

  const context = await browser.newContext();
  const watcher = await context.newPage();
  await watcher.goto(calm.url());
  await expect(watcher.locator(".board")).toBeVisible();
  await expect(asked(watcher)).toHaveCount(0);
  await expect(calm.getByText("1 person watches")).toBeVisible();

  await calm.getByRole("tab", { name: "Chat" }).click();
  await calm.getByLabel("Chat message").fill("well met <b>");
  await calm.keyboard.press("Enter");
  await watcher.getByRole("tab", { name: "Chat" }).click();
  await expect(watcher.getByText("well met <b>")).toBeVisible();
  await expect(watcher.getByLabel("Chat message")).toHaveCount(0);
  await context.close();

  // A hint is advice: what dice decide or cannot be taken back waits for a yes, all else is done.
  await advice.first().click();
  const yes = calm.locator(".yes .button");
  await expect(async () => {
    if (await yes.isVisible()) await yes.click();
    await expect(calm.locator(".question")).not.toHaveText(before!, { timeout: 500 });
  }).toPass();
  await turn(calm);
  await calm.locator("body").click({ position: { x: 5, y: 5 } });
  await calm.keyboard.press("/");
  const sentence = calm.getByRole("combobox", { name: "Sentence" });
  await expect(sentence).toBeVisible();
  const question = await calm.locator(".question").textContent();
  await calm.keyboard.press("Enter");
  await expect(calm.locator(".question")).not.toHaveText(question!);
});
