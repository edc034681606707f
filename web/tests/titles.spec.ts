/** Every title of the catalogue, played to its end by clicking what is lit; the client knows none of them. */
import { expect, gallery, newTable, picture, playOut, random, test } from "./helpers";

interface Title {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
}
const answer = await fetch(`${process.env.ASTRARIUM_URL}/api/titles`);
const { titles } = (await answer.json()) as { titles: Title[] };

/** A title that makes much of its number of players is played by the most too. */
const MANY = 6;

for (const { id, name, min_seats, max_seats } of titles) {
  const few = Math.max(3, min_seats);
  for (const players of max_seats >= MANY ? [few, max_seats] : [few]) {
    test(`${name} with ${players} players, by clicking what is lit`, async ({ calm }) => {
      await newTable(calm, { title: name, players: String(players) });
      const look = async (clicks: number) => {
        if ([8, 60].includes(clicks)) await gallery(calm, `${id}-${players}-${clicks}`);
      };
      await playOut(calm, random(players), look);
      await picture(calm, `${id}-${players}-end`);
      await calm.getByRole("link", { name: "Replay" }).click();
      await expect(calm.getByRole("slider", { name: "Decision" })).toBeVisible();
      await picture(calm, `${id}-${players}-replay`);
    });
  }
}
