/** Every title of the catalogue, played to its end by clicking what is lit; the client knows none of them. */
import { ALL_SIZES, expect, gallery, newTable, picture, playOn, random } from "./helpers";
import { sameBoard, SIZES, standing, Steady, test, turn } from "./helpers";

interface Title {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
}
const answer = await fetch(`${process.env.ASTRARIUM_URL}/api/titles`);
const { titles } = (await answer.json()) as { titles: Title[] };

/** Clicks before the table is looked at. */
const SOME = 25;

for (const { id, name, min_seats, max_seats } of titles) {
  test(`${name}, by clicking what is lit`, async ({ calm }) => {
    const dice = random(3);
    const start = Date.now();
    await newTable(calm, { title: name, players: String(min_seats) });
    const steady = new Steady();
    await turn(calm);
    await picture(calm, `${id}-first`);
    const clicks = await playOn(calm, dice, SOME, steady);
    for (const [size, viewport] of Object.entries(ALL_SIZES)) {
      await calm.setViewportSize(viewport);
      await picture(calm, `${id}-table-${size}`);
    }
    const rest = await playOn(calm, dice, Infinity, steady);
    expect(steady.sizes).toBe(Object.keys(ALL_SIZES).length);
    await calm.setViewportSize(SIZES.wide);
    console.log(`${id}: ${clicks + rest} clicks to the end, ${Math.round((Date.now() - start) / 1000)} s`);
    await expect(standing(calm)).toBeVisible();
    await picture(calm, `${id}-end`);
    await calm.getByRole("link", { name: "Replay" }).click();
    await expect(calm.getByRole("slider", { name: "Decision" })).toBeVisible();
    await picture(calm, `${id}-replay`);
    await calm.getByRole("button", { name: "Why?" }).click();
    await expect(calm.getByRole("status", { name: "Why" })).toContainText(/%|does not weigh/);
    await picture(calm, `${id}-why`);
  });

  test(`${name}, with all who can play`, async ({ calm }) => {
    await newTable(calm, { title: name, players: String(max_seats) });
    await playOn(calm, random(max_seats), SOME);
    await turn(calm);
    await sameBoard(calm);
    await gallery(calm, `${id}-full`);
  });
}
