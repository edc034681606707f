/** Addresses that lead nowhere: each says so, and shows the way home. */
import { expect, inspect, SIZES, test } from "./helpers";

const NOBODY = "0".repeat(32);
const LOST = {
  [`/join/${NOBODY}`]: "This invitation does not work",
  "/join/half-a-link": "This invitation does not work",
  [`/table/${NOBODY}`]: "There is no such table",
  [`/replay/${NOBODY}`]: "There is no such game",
  "/rules/ludo": "There is no such game",
  "/stats/ludo": "There is no such game",
};

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport });

    for (const [address, heading] of Object.entries(LOST))
      test(`${address}`, async ({ page }) => {
        let asked = 0;
        page.on("request", (request) => (asked += Number(request.url().includes("/api/invitations/"))));
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await inspect(page, `lost${address.replaceAll("/", "-").slice(0, 12)}-${size}`);
        if (address.startsWith("/join")) await page.waitForTimeout(2500); // it would ask every two seconds
        expect(asked).toBeLessThanOrEqual(1);
        await page.getByRole("link", { name: "Back to the home page" }).click();
        await expect(page.getByRole("button", { name: /^Play now/ }).first()).toBeVisible();
      });
  });
