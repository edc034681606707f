/** What a player meets at the table: nobody rolls by accident, what cannot be done says why, a fight is an event, what was missed. */
import type { Ask, LogItem } from "../src/lib/wire";
import {
  ALL_SIZES,
  expect,
  feign,
  type Line,
  listen,
  newTable,
  picture,
  playOn,
  random,
  SIZES,
  test,
  turn,
} from "./helpers";
import type { Page } from "@playwright/test";

/** A table of two that tells events at a speed, with a line between it and the server that lets no answer through. */
async function sit(page: Page, speed = "instant"): Promise<Line> {
  await page.addInitScript((speed) => (localStorage["astrarium.settings"] = JSON.stringify({ speed })), speed);
  const line = await listen(page, (message) => message.type === "act" || message.type === "ways");
  await newTable(page, { players: "2" });
  await turn(page);
  const seats = line.feed!.scene!.seats.map((look, i) => ({ ...look, colour: ["red", "blue"][i]! }));
  feign(line, { change: { seats: { length: 2, set: [...seats.entries()] } } });
  return line;
}

/** A question with one attack from each of two planets: dice fall with it. */
function dangerous(line: Line): Ask {
  const [one, two, three] = line.feed!.scene!.shapes.filter((shape) => shape.id).map((shape) => shape.id);
  const attack = (from: string, to: string, more: object) => {
    return { words: ["attack", from, to], label: ["Attack ", { id: to, name: "Ember" }], ...more };
  };
  return {
    seat: line.feed!.viewer!,
    question: 10_000 + line.feed!.seq,
    prompt: { text: ["attack, or done"], clause: "GA-055" },
    sentences: [
      attack(one!, two!, { odds: { hits: 37, of: 50 }, firm: true }),
      attack(three!, two!, { firm: true, then: [{ label: ["Roll for Ember"], odds: { hits: 1, of: 4 } }] }),
      { words: ["done"], label: ["Done"] },
    ],
    closed: [{ verb: "beam", why: { text: ["you have no beam"], clause: "GA-062" } }],
  };
}

const acts = (line: Line) => line.said.filter((message) => message.type === "act");

test("nobody rolls by accident, and what cannot be done says why", async ({ calm }) => {
  const line = await sit(calm);
  const ask = dangerous(line);
  const [, from] = ask.sentences[0]!.words;
  feign(line, { ask });
  await expect(calm.locator(".question")).toContainText("attack, or done");

  // A kind of action that cannot be taken stands there, and says why.
  await calm.getByRole("button", { name: "Beam" }).click({ force: true }); // it says that it cannot be used
  await expect(calm.locator(".notice")).toContainText("you have no beam");
  await calm.keyboard.press("Escape");

  // One click on where from, with one target: it waits, with the odds.
  await calm.locator(`.board [data-id="${from}"] .hit`).click({ force: true });
  const yes = calm.locator(".choices .main");
  await expect(yes).toContainText("Attack Ember");
  await expect(yes).toContainText("74 %");
  await picture(calm, "table-waits-for-yes");
  expect(acts(line)).toEqual([]);
  await calm.keyboard.press("Escape");
  await expect(yes).toHaveCount(0);

  // What would follow with no other choice is told before, even where the whole sentence was typed.
  await calm.keyboard.press("/");
  await calm.keyboard.type(ask.sentences[1]!.words.join(" "));
  await calm.keyboard.press("Enter");
  await expect(calm.locator(".question")).toContainText("no other choice but: Roll for Ember 25 %");
  expect(acts(line)).toEqual([]);
  await calm.keyboard.press("Enter");
  await expect.poll(() => acts(line)).toMatchObject([{ sentence: ask.sentences[1]!.words.join(" ") }]);
});

test("a far place is reached by one click, and by as many sentences as it takes", async ({ calm }) => {
  const line = await sit(calm);
  const [near, far] = line.feed!.scene!.shapes.filter((shape) => shape.id).map((shape) => shape.id);
  const leg = (to: string) => ({ words: ["step", to], label: ["Step to ", { id: to, name: "Ember" }] });
  const ask = (question: number, to: string): Ask => ({
    seat: line.feed!.viewer!,
    question,
    prompt: { text: ["where to"], clause: "GA-055" },
    sentences: [leg(to), { words: ["done"], label: ["Done"] }],
  });
  feign(line, { ask: ask(20_000, near!) });
  await expect(calm.locator(".question")).toContainText("where to");
  await calm.locator(`.board [data-id="${far}"] .hit`).click({ force: true });
  const wanted = () => line.said.find((message) => message.type === "ways");
  await expect.poll(wanted).toMatchObject({ to: far, words: [] });
  const ways = [[leg(near!), { ...leg(far!), odds: { hits: 1, of: 4 } }]];
  line.socket!.send(JSON.stringify({ type: "ways", id: wanted()!.id, ways }));
  const way = calm.getByRole("group", { name: "Ways" }).getByRole("button");
  await expect(way.locator("em")).toHaveText("25 %");
  await picture(calm, "table-way");
  expect(acts(line)).toEqual([]);
  await way.click();
  await expect.poll(() => acts(line).length).toBe(1);
  feign(line, { ask: ask(20_001, far!) });
  await expect.poll(() => acts(line)).toMatchObject([{ sentence: `step ${near}` }, { sentence: `step ${far}` }]);
});

/** A fight at the first place between the two seats, in two lines, and the move of a thing that it brings. */
function fight(line: Line) {
  const { scene, seq } = line.feed!;
  const place = scene!.shapes.find((shape) => shape.id)!;
  const item = (more: Partial<LogItem>): LogItem => ({
    seq: seq + 1,
    at: Date.now(),
    kind: "line",
    seat: 1,
    text: [],
    ...more,
  });
  const sides: [object, object] = [{ seat: 1 }, { seat: 0 }];
  const die = (rolled: number, seat: number, hit = false) => ({ sides: 6, rolled, seat, hit });
  const items = [
    item({ text: ["they meet at ", { id: place.id, name: "Ember" }], fight: { at: place.id, sides } }),
    item({ text: ["the ", { id: place.id, name: "battle" }], dice: [die(6, 1, true), die(5, 0), die(3, 0)] }),
  ];
  return { items, heading: "after the battle" };
}

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === "phone" });

    test("a fight is an event: then the board changes", async ({ calm }) => {
      const line = await sit(calm, "slow");
      const { items, heading } = fight(line);
      feign(line, { items: items as LogItem[], change: { heading }, ask: null });
      const stage = calm.locator(".stage");
      await expect(stage.locator(".side")).toHaveCount(2);
      await expect(stage.locator(".side").first().locator(".die")).toHaveCount(1);
      await expect(stage.locator(".side").last().locator(".die")).toHaveCount(2);
      await expect(stage.locator(".die.hit")).toHaveCount(1);
      const colours = await stage.locator(".die").evaluateAll((all) => all.map((die) => getComputedStyle(die).color));
      expect(new Set(colours).size, "each die in its thrower's colour").toBe(2);
      expect(colours[1]).toBe(colours[2]);
      await picture(calm, `stage-${size}`);
      await expect(calm.locator("header .where")).not.toContainText(heading);
      await stage.click();
      await expect(stage).toHaveCount(0);
      await expect(calm.locator("header .where")).toContainText(heading);
    });
  });

test("what others do meanwhile takes nothing from under my finger", async ({ calm }) => {
  const line = await sit(calm, "slow");
  const places = () =>
    calm.evaluate(() =>
      [...document.querySelectorAll(".board-area, .tray .lit, .choices .button, .foot .button")].map((e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  const before = await places();
  const heading = "another is done";
  const item: LogItem = { seq: line.feed!.seq + 1, at: 0, kind: "line", seat: 1, text: ["is done"] };
  feign(line, { items: [item], change: { heading } });
  await expect(calm.locator("header .where")).toContainText(heading);
  expect((await places()).slice(0, before.length)).toEqual(before);
});

test("what was missed is told again, and the log has a line above what is new", async ({ calm }) => {
  const line = await sit(calm);
  const { seq } = line.feed!;
  const told = (n: number, seat: number, text: string): LogItem => {
    return { seq: seq + n, at: Date.now(), kind: "line", seat, text: [text], clause: "GA-055" };
  };
  feign(line, { items: [told(1, 0, "I did something")] });
  feign(line, { items: [told(2, 1, "Another moved"), told(2, 1, "Another attacked")] });
  await calm.getByRole("tab", { name: "Log" }).click();
  const log = calm.getByRole("tabpanel", { name: "Log" });
  await expect(log.locator(".new + .turn")).toContainText("Another moved");
  await expect(log.locator("time").last()).toHaveText(/\d/);
  await calm.getByRole("button", { name: /^Since your turn/ }).click();
  const recap = calm.getByRole("region", { name: "Since your last turn" });
  await expect(recap.locator("li.line")).toHaveCount(2);
  await picture(calm, "table-since");
  await calm.keyboard.press("Escape");
  await expect(recap).toHaveCount(0);
});

test("a seat's panel opens and stays; it opens large over the board", async ({ calm }) => {
  await newTable(calm, { players: "2" });
  await turn(calm);
  const places = calm.getByRole("list", { name: "Seats" }).getByRole("button");
  await places.last().click();
  await expect(places.last()).toHaveAttribute("aria-pressed", "true");
  const panel = calm.getByRole("tabpanel", { name: "Panels" });
  const name = (await panel.getByRole("heading").first().textContent())!;
  await calm.getByRole("tab", { name: "Log" }).click();
  await calm.getByRole("tab", { name: "Panels" }).click();
  await expect(panel.getByRole("heading").first()).toHaveText(name);
  await panel
    .getByRole("button", { name: /^Open large/ })
    .first()
    .click();
  await expect(calm.locator(".board-area .large")).toBeVisible();
  await picture(calm, "table-large");
  await calm.keyboard.press("Escape");
  await expect(calm.locator(".large")).toHaveCount(0);
  await calm.setViewportSize(ALL_SIZES.huge);
  await expect(calm.getByRole("complementary", { name: "Panels" })).toContainText(name);
});

test("on a phone the choices stay in reach beside an open pane", async ({ calm }) => {
  await calm.setViewportSize(SIZES.phone);
  await newTable(calm, { players: "2" });
  await turn(calm);
  for (const tab of ["Log", "Chat", "Rules", "Panels"]) {
    await calm.getByRole("tab", { name: tab }).click();
    const [bar, pane] = [(await calm.locator(".bar").boundingBox())!, (await calm.locator("#pane").boundingBox())!];
    expect(bar.y).toBeGreaterThanOrEqual(pane.y + pane.height - 1);
    expect(bar.height).toBeGreaterThan(200);
  }
  await calm.setViewportSize(ALL_SIZES.lying);
  const [bar, board] = [
    (await calm.locator(".bar").boundingBox())!,
    (await calm.locator(".board-area").boundingBox())!,
  ];
  expect(bar.x, "side by side").toBeGreaterThanOrEqual(board.x + board.width - 1);
});

test("whoever cannot see the board asks what is where", async ({ calm }) => {
  await newTable(calm, { players: "2" });
  await playOn(calm, random(1), 6);
  await turn(calm);
  await calm.keyboard.press("?");
  await calm.keyboard.type("how everybody stand");
  await calm.keyboard.press("Enter");
  const answer = calm.getByRole("dialog").getByRole("status");
  await expect(answer).toContainText("points");
  await calm.getByRole("combobox").fill("what is at");
  await calm.keyboard.press("Enter");
  await expect(answer).toContainText("next to");
});
