/** Hundreds of scenes at once, with a hand on the board: the page follows them, and the browser has no complaint. */
import type { FromServer } from "../src/lib/wire";
import { expect, type Line, listen, newTable, SIZES, test, turn } from "./helpers";

const SCENES = 400;

for (const [size, viewport] of Object.entries(SIZES))
  for (const speed of ["slow", "instant"]) {
    test.describe(`${speed}, ${size}`, () => {
      test.use({ viewport });

      test("a burst of scenes", async ({ calm }) => {
        await calm.addInitScript((speed) => (localStorage["astrarium.settings"] = JSON.stringify({ speed })), speed);
        const line = await listen(calm);
        await newTable(calm, { players: "2" });
        await turn(calm);
        const cpu = await calm.context().newCDPSession(calm);
        if (speed === "slow") await cpu.send("Emulation.setCPUThrottlingRate", { rate: 4 });

        const box = (await calm.locator("svg.board").boundingBox())!;
        await calm.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await calm.mouse.down();
        throwScenes(line, SCENES / 4);
        await calm.mouse.move(box.x + box.width / 3, box.y + box.height / 3, { steps: 4 });
        throwScenes(line, SCENES / 4);
        await calm.mouse.up();
        await calm.mouse.wheel(0, 100);
        throwScenes(line, SCENES / 4);
        await calm.getByRole("button", { name: "Show the whole board" }).click();
        throwScenes(line, SCENES / 4);
        await calm.mouse.wheel(0, 100);

        const heading = calm.locator("p.where");
        const skip = calm.getByRole("button", { name: /^Skip/ });
        const last = `scene ${line.feed!.seq}`;
        await expect(async () => {
          if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => {}); // it may be gone by now
          await expect(heading).toContainText(last, { timeout: 1000 });
        }).toPass({ timeout: 60_000 });

        // A list that scrolls while its page is left.
        await calm.getByRole("tab", { name: "Log" }).click();
        await calm.evaluate(() => {
          document.querySelector(".log")!.scrollTop = 7;
          document.querySelector<HTMLElement>(".brand")!.click();
        });
        await calm.goBack();
        await turn(calm);
      });
    });
  }

/** Updates as a server would send them: a thing moves, a line is told, every third asks something new. */
function throwScenes({ socket, feed }: Line, count: number): void {
  const { shapes } = feed!.scene!;
  for (let i = 0; i < count; i++) {
    const from = feed!.seq++;
    const { seq, ask, table } = feed!;
    const [x, y] = shapes[0]!.at;
    const moved = { ...shapes[0]!, at: [x + (seq % 5), y] as [number, number] };
    const update: FromServer = {
      type: "update",
      from,
      seq,
      table,
      items: [{ seq, at: 0, kind: "line", text: [`thing ${seq} has moved`] }],
      gone: [],
      change: { heading: `scene ${seq}`, shapes: { length: shapes.length, set: [[0, moved]] } },
      ask: ask && seq % 3 === 0 ? { ...ask, question: 10_000 + seq } : undefined,
    };
    socket!.send(JSON.stringify(update));
  }
}
