/** Lessons in the browser: the whole course of every title by doing its tasks, and what is said to those who answer otherwise. */
import type { Page } from "@playwright/test";
import { anchor } from "../src/lib/glossary";
import type { Contents, Course, Lecture } from "../src/lib/wire";
import { asked, click, expect, gallery, newTable, picture, random, standing, test, turn } from "./helpers";

const answer = await fetch(`${process.env.ASTRARIUM_URL}/api/titles`);
const { titles } = (await answer.json()) as { titles: { id: string; name: string }[] };

/** Remembers where the lesson on this page is. */
function follow(page: Page, what = "lessons"): { lecture?: Lecture } {
  const at: { lecture?: Lecture } = {};
  page.on("response", async (response) => {
    if (response.url().includes(`/${what}/`) && response.request().method() === "POST" && response.ok())
      at.lecture = (await response.json().catch(() => at.lecture)) as Lecture;
  });
  return at;
}

/** Says a sentence at the table, and yes to what waits for one, until the lesson has heard it. */
async function speak(page: Page, words: string[], at: { lecture?: Lecture }): Promise<void> {
  const before = at.lecture;
  await page.locator("body").press("/");
  await page.getByRole("combobox", { name: "Sentence" }).fill(words.join(" "));
  await page.keyboard.press("Enter");
  const yes = page.locator(".yes .button");
  await expect(async () => {
    if (at.lecture === before && (await yes.isVisible())) await yes.click({ timeout: 1000 });
    expect(at.lecture).not.toBe(before);
  }).toPass();
  await page.waitForFunction(() => !document.querySelector(".bar[aria-busy=true]"));
}

const way = (page: Page) => page.locator(".ways .main");

for (const { id, name } of titles) {
  test(`the course of ${name}, by doing its tasks`, async ({ calm }) => {
    const at = follow(calm);
    await calm.goto("/");
    await calm.getByRole("link", { name: `Learn ${name}`, exact: true }).click();
    await calm.getByRole("heading", { name: `Learn ${name}` }).waitFor();
    await gallery(calm, `course-${id}`);
    const course = (await (await calm.request.get(`/api/titles/${id}/course`)).json()) as Course;
    expect(course.lessons.length).toBeGreaterThanOrEqual(8);
    await calm.getByRole("link", { name: `Begin: ${course.lessons[0]!.name}` }).click();
    for (const [i, lesson] of course.lessons.entries()) {
      await calm.getByRole("heading", { name: `${i + 1} of ${course.lessons.length}: ${lesson.name}` }).waitFor();
      if (i === 1) await gallery(calm, `lesson-${id}`);
      await walk(calm, at);
      if (i + 1 < course.lessons.length) await way(calm).click();
    }
    await expect(way(calm)).toHaveText("That was the whole course. Play!");
    await calm.waitForLoadState("networkidle");
    await calm.getByRole("link", { name: "All lessons" }).click();
    await expect(calm.locator(".lessons .done")).toHaveCount(course.lessons.length);
  });
}

/** Goes on and does tasks until the lesson ends. */
async function walk(page: Page, at: { lecture?: Lecture }): Promise<void> {
  for (let turns = 0; ; turns++) {
    expect(turns, "the lesson goes on and on").toBeLessThan(100);
    await expect(way(page).or(asked(page)).first()).toBeVisible();
    if (await way(page).isVisible()) {
      if ((await way(page).textContent()) !== "Go on") return;
      const { step } = at.lecture!;
      await way(page).click();
      await expect(() => expect(at.lecture!.step).not.toBe(step)).toPass();
      continue;
    }
    const { own, task } = at.lecture!;
    expect(own, `the lesson answers ${JSON.stringify(task)}`).toBeTruthy();
    await speak(page, own!.words, at);
  }
}

test("a learner who answers otherwise is told, and may try again", async ({ calm }) => {
  const at = follow(calm);
  const { id } = titles[0]!;
  const { lessons } = (await (await calm.request.get(`/api/titles/${id}/course`)).json()) as Course;
  const dice = random(5);
  let poor = 0;
  for (const lesson of lessons) {
    await calm.goto(`/learn/${id}/${lesson.id}`);
    for (let turns = 0; turns < 12; turns++) {
      await expect(way(calm).or(asked(calm)).first()).toBeVisible();
      if (await way(calm).isVisible()) {
        if ((await way(calm).textContent()) !== "Go on") break;
        const { step } = at.lecture!;
        await way(calm).click();
        await expect(() => expect(at.lecture!.step).not.toBe(step)).toPass();
        continue;
      }
      const { sentences } = at.lecture!.table.ask!;
      await speak(calm, sentences[Math.floor(dice() * sentences.length)]!.words, at);
      if (at.lecture!.reply?.is !== "poor") continue;
      poor++;
      await expect(calm.locator(".told .poor")).not.toBeEmpty();
      await calm.getByRole("button", { name: "Once more" }).click();
      await expect(calm.locator(".told")).toContainText("Your task");
      await expect(() => expect(at.lecture!.reply).toBeUndefined()).toPass();
    }
  }
  expect(poor).toBeGreaterThan(3);
});

test("a lesson of which a task was left out is not ticked", async ({ calm }) => {
  const at = follow(calm);
  const { id } = titles[0]!;
  const { lessons } = (await (await calm.request.get(`/api/titles/${id}/course`)).json()) as Course;
  const lesson = lessons.find((lesson) => lesson.id === "dice")!;
  await calm.goto(`/learn/${id}/${lesson.id}`);
  const on = way(calm).or(calm.getByRole("button", { name: "Leave it out" }));
  await on.first().waitFor();
  await on.first().click();
  await expect(() => expect(at.lecture!.step).toBeGreaterThan(0)).toPass();
  await calm.getByRole("button", { name: "Leave it out" }).waitFor();
  while (at.lecture!.goes_on) {
    const { step } = at.lecture!;
    await on.first().click();
    await expect(() => expect(at.lecture!.step).toBeGreaterThan(step)).toPass();
  }
  if (at.lecture!.own) await walk(calm, at);
  await calm.goto(`/learn/${id}`);
  await calm.locator(".lessons li").first().waitFor();
  await expect(calm.locator(".lessons .done")).toHaveCount(0);
});

test("the first game of a title is guided, and explains no kind of question twice", async ({ calm }) => {
  const { id, name } = titles[0]!;
  await calm.goto("/");
  await calm.getByRole("button", { name: new RegExp(`^Play now ?: ${name}$`) }).click();
  await calm.waitForURL(/#guided$/);
  const goal = calm.getByRole("region", { name: "The goal" });
  await expect(goal).toContainText("To win");
  await expect(calm.locator(".lectern")).toContainText("What others do");
  await gallery(calm, `guided-${id}`);
  await goal.getByRole("button", { name: "Close" }).click();
  await expect(goal).toHaveCount(0);
  await calm.locator("body").press("g");
  await expect(goal).toBeVisible();
  await calm.keyboard.press("Escape");
  await calm.getByRole("button", { name: "Stop explaining" }).click();
  await expect(calm.locator(".lectern")).toHaveCount(0);

  await calm.goto("/");
  await calm.getByRole("button", { name: new RegExp(`^Play now ?: ${name}$`) }).click();
  await calm.waitForURL(/\/table\/[0-9a-f]+$/);
  await turn(calm);
  await expect(calm.locator(".lectern")).toHaveCount(0);
  await expect(calm.locator(".aim")).not.toBeEmpty();

  await newTable(calm, { players: "2" });
  await calm.goto(`${calm.url()}#guided`);
  await calm.reload();
  await goal.getByRole("button", { name: "Close" }).click();
  const dice = random(7);
  const explained: string[] = [];
  while (await turn(calm)) {
    const lectern = calm.locator(".lectern");
    const fresh = (await lectern.innerText()).includes("New: what is this for?");
    const text = await lectern.locator(".told p").first().innerText();
    if (fresh && text !== explained.at(-1)) explained.push(text);
    await click(calm, dice, { eager: 0.4, brief: 0.5 });
  }
  await expect(standing(calm)).toBeVisible();
  expect(explained.length).toBeGreaterThan(0);
  expect(new Set(explained).size, explained.join("\n")).toBe(explained.length);
});

for (const { id, name } of titles) {
  test(`components and words of ${name}`, async ({ calm }) => {
    const { kinds } = (await (await calm.request.get(`/api/titles/${id}/components`)).json()) as Contents;
    await calm.goto(`/components/${id}`);
    const shown = calm.locator("[data-component]");
    await expect(shown).toHaveCount(kinds.flatMap((kind) => kind.components).length);
    const [first] = kinds[0]!.components;
    await calm.getByRole("searchbox").fill(first!.name);
    await expect(shown.getByRole("heading", { name: first!.name, exact: true }).first()).toBeVisible();
    await calm.getByRole("searchbox").fill("nothing is called like this");
    await expect(shown).toHaveCount(0);
    await calm.getByRole("searchbox").fill("");
    await gallery(calm, `components-${id}`);

    // Every word is in the glossary, and words of the rules lead there.
    const { guide } = (await (await calm.request.get(`/api/titles/${id}/course`)).json()) as Course;
    const words = Object.keys(guide.words);
    await calm.goto(`/learn/${id}`);
    for (const word of words) await expect(calm.locator(`[id="${anchor(word)}"]`)).toHaveCount(1);
    await calm.goto(`/rules/${id}`);
    await calm.locator("article a.word").first().waitFor();
    const links = calm.locator("article a.word");
    const linked = new Set(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")!.split("#")[1]!)));
    const anchors = words.map(anchor);
    expect([...linked].filter((word) => !anchors.includes(word))).toEqual([]);
    expect(linked.size).toBeGreaterThan(words.length / 3);
    await links.first().click();
    await expect(calm.locator("dl .here")).toBeInViewport();

    // One sheet to print, and rules with drawn examples that lead to lessons.
    await calm.goto(`/glance/${id}`);
    await calm.getByRole("heading", { name: `${name} at a glance` }).waitFor();
    await gallery(calm, `glance-${id}`);
    const pages = (await calm.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(pages).toHaveLength(1);
    await calm.goto(`/rules/${id}`);
    const example = calm.locator("figure").first();
    await example.scrollIntoViewIfNeeded();
    await expect
      .poll(() => example.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth), { timeout: 10_000 })
      .toBeGreaterThan(0);
    await picture(calm, `rules-example-${id}`);
    await example.getByRole("link", { name: "Play it" }).click();
    await expect(calm.locator(".lectern")).toBeVisible();
  });
}

test("puzzles are set, solved and ticked", async ({ calm }) => {
  const at = follow(calm, "puzzles");
  for (const { id, name } of titles) {
    const { puzzles } = (await (await calm.request.get(`/api/titles/${id}/course`)).json()) as Course;
    if (!puzzles.length) continue;
    await calm.goto(`/learn/${id}`);
    await calm.getByRole("link", { name: "Puzzles" }).click();
    await calm.getByRole("heading", { name: `Puzzles of ${name}` }).waitFor();
    await expect(calm.locator(".lessons li")).toHaveCount(puzzles.length);
    await gallery(calm, `puzzles-${id}`);
    delete at.lecture;
    await calm.getByRole("link", { name: puzzles[0]!.name, exact: true }).first().click();
    await expect(() => expect(at.lecture?.table.ask).toBeTruthy()).toPass();
    await expect(asked(calm)).toBeVisible();
    const { own, table } = at.lecture!;
    const other = table.ask!.sentences.find((s) => s.words.join(" ") !== own!.words.join(" "))!;
    await speak(calm, other.words, at);
    await calm.getByRole("button", { name: "Once more" }).click();
    await expect(() => expect(at.lecture!.reply).toBeUndefined()).toPass();
    await expect(asked(calm)).toBeVisible();
    await speak(calm, own!.words, at);
    await expect(calm.locator(".lectern .good")).toBeVisible();
    await gallery(calm, `puzzle-${id}`);
    await calm.getByRole("link", { name: "All puzzles" }).click();
    await expect(calm.locator(".lessons .done")).toHaveCount(1);
  }
});
