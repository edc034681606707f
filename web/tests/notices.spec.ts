/** What is said in passing covers nothing to click and goes by itself; a long press chooses nothing. */
import { asked, expect, newTable, picture, SIZES, test, turn } from "./helpers";

const CHOICE = ".tray .lit, .board .lit .ring, .choices .button";

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === "phone" });

    test("a refusal has its own place, and leaves", async ({ calm }) => {
      await newTable(calm);
      await turn(calm);
      const places = () =>
        calm.evaluate((choice) => {
          const all = [document.querySelector(".board")!, ...document.querySelectorAll(choice)];
          return all.map((e) => e.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]);
        }, CHOICE);
      const before = await places();
      await calm.keyboard.press("u"); // there is nothing to take back
      const notice = calm.locator(".notice");
      await expect(notice).toBeVisible();
      await picture(calm, `refusal-${size}`);
      expect(await places()).toEqual(before);
      const covered = await calm.evaluate((choice) => {
        const box = document.querySelector(".notice")!.getBoundingClientRect();
        const others = [...document.querySelectorAll(choice)].map((e) => e.getBoundingClientRect());
        return others.filter(
          (o) => o.left < box.right && o.right > box.left && o.top < box.bottom && o.bottom > box.top,
        ).length;
      }, CHOICE);
      expect(covered).toBe(0);
      await expect(notice).toHaveCount(0);
      await expect(asked(calm)).toBeVisible();
    });

    test("a long press chooses nothing, a short one does", async ({ calm }) => {
      await newTable(calm);
      await turn(calm);
      const press = (ms: number) =>
        calm.evaluate(
          async ([choice, ms]) => {
            const box = document.querySelector(choice)!.getBoundingClientRect();
            const at = {
              clientX: box.x + box.width / 2,
              clientY: box.y + box.height / 2,
              bubbles: true,
              cancelable: true,
            };
            const target = document.elementFromPoint(at.clientX, at.clientY)!;
            target.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "touch" }));
            await new Promise((done) => setTimeout(done, ms));
            target.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerType: "touch" }));
            target.dispatchEvent(new MouseEvent("click", at));
          },
          [CHOICE, ms] as const,
        );
      const bar = calm.locator(".bar");
      await expect(bar.locator(".aim")).toBeVisible();
      const before = await bar.innerText();
      await press(800);
      await calm.waitForTimeout(1000);
      expect(await bar.innerText()).toBe(before);
      await press(10);
      await expect.poll(() => bar.innerText()).not.toBe(before);
    });
  });
