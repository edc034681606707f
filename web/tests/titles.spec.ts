/** Every title of the catalogue, played to its end by clicking what is lit; the client knows none of them. */
import { expect, gallery, newTable, picture, playOn, random, standing, test, turn } from "./helpers";

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
    const clicks = await playOn(calm, dice, SOME);
    await picture(calm, `${id}-table`);
    const rest = await playOn(calm, dice);
    console.log(`${id}: ${clicks + rest} clicks to the end, ${Math.round((Date.now() - start) / 1000)} s`);
    await expect(standing(calm)).toBeVisible();
    await picture(calm, `${id}-end`);
    await calm.getByRole("link", { name: "Replay" }).click();
    await expect(calm.getByRole("slider", { name: "Decision" })).toBeVisible();
    await picture(calm, `${id}-replay`);
  });

  test(`${name}, with all who can play`, async ({ calm }) => {
    await newTable(calm, { title: name, players: String(max_seats) });
    await playOn(calm, random(max_seats), SOME);
    await turn(calm);
    await gallery(calm, `${id}-full`);
  });
}
