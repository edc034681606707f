/** Every page at two sizes: a picture, nothing serious for axe, no sideways scrolling, targets for fingers. */
import { asked, click, expect, inspect, newTable, random, SIZES, standing, test, turn } from "./helpers";

/** Everything the client loads for all its pages, as it comes over the wire. */
test("the client stays small", async ({ calm }) => {
  const sizes: Promise<number>[] = [];
  calm.on("requestfinished", (request) => {
    if (/\/assets\//.test(request.url())) sizes.push(request.sizes().then((s) => s.responseBodySize));
  });
  await calm.goto("/");
  await calm.getByRole("heading", { level: 2 }).first().waitFor();
  await calm.waitForLoadState("networkidle");
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  console.log(`the client is ${(total / 1024).toFixed(1)} KiB compressed`);
  expect(total).toBeGreaterThan(50 << 10);
  expect(total).toBeLessThan(200 << 10);
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === "phone" });

    test("home, new table, settings, rules, statistics", async ({ calm }) => {
      await calm.goto("/");
      await calm
        .getByRole("button", { name: /^Play now/ })
        .first()
        .waitFor();
      await inspect(calm, `home-${size}`);
      await calm
        .getByRole("button", { name: /^New table/ })
        .first()
        .click();
      await inspect(calm, `new-table-${size}`);
      await calm.keyboard.press("Escape");
      await calm
        .getByRole("link", { name: /^Rules/ })
        .first()
        .click();
      await calm.locator("article section").first().waitFor();
      await inspect(calm, `rules-${size}`);
      await calm.getByRole("searchbox").fill("attack");
      await expect(calm.getByRole("status")).toContainText(/passage/);
      await calm.goto("/");
      await calm
        .getByRole("link", { name: /^Statistics/ })
        .first()
        .click();
      await calm.getByText("Win share by seat").last().waitFor();
      await inspect(calm, `statistics-${size}`);
      await calm.goto("/settings");
      await inspect(calm, `settings-${size}`);
      await calm.getByRole("radio", { name: "Light" }).click({ force: true });
      await inspect(calm, `settings-light-${size}`);
      await calm.goto("/");
      await calm
        .getByRole("button", { name: /^Play now/ })
        .first()
        .waitFor();
      await inspect(calm, `home-light-${size}`);
    });

    test("lobby and invitation", async ({ calm, browser }) => {
      await newTable(calm, { open: 1 });
      const link = await calm.getByLabel("Send this link to friends").inputValue();
      await inspect(calm, `lobby-${size}`);
      const context = await browser.newContext({ viewport });
      const other = await context.newPage();
      await other.goto(link);
      await other.getByRole("button", { name: "Sit down" }).waitFor();
      await inspect(other, `invitation-${size}`);
      await context.close();
    });
  });
}

/** One game, seen at both sizes and played on the small one. */
test.describe("a table", () => {
  test.use({ hasTouch: true });

  test("the table in its phases, the end, the replay", async ({ calm }) => {
    const dice = random(22);
    const look = async (name: string, sizes = Object.entries(SIZES)) => {
      for (const [size, viewport] of sizes) {
        await calm.setViewportSize(viewport);
        await inspect(calm, `${name}-${size}`);
      }
    };
    await newTable(calm, { players: "2" });
    const phases = new Set<string>();
    while (await turn(calm)) {
      const phase = (await calm.locator(".question").textContent())!.replace(/[^a-z ].*/i, "").trim();
      if (!phases.has(phase) && phases.size < 4) {
        phases.add(phase);
        await look(`table-${phases.size}`);
        await fingers();
      }
      await click(calm, dice, { tap: true });
    }
    expect(phases.size).toBeGreaterThanOrEqual(3);
    await standing(calm).waitFor();
    await expect(calm.getByText("Points by source")).toBeVisible();
    for (const sizes of Object.entries(SIZES).reverse()) {
      await look("end", [sizes]);
      for (const tab of ["Chat", "Rules", "Log"]) {
        await calm.getByRole("tab", { name: tab }).click();
        await look(`table-${tab.toLowerCase()}`, [sizes]);
      }
    }
    await calm.getByRole("link", { name: "Replay" }).click();
    await calm.getByRole("slider").waitFor();
    await calm.getByRole("slider").fill("30");
    await look("replay");
    await calm.getByRole("button", { name: "Bot's opinion" }).click();
    await calm.getByRole("button", { name: "Verify the dice" }).click();
    await expect(calm.getByText("fits the commitment")).toBeVisible();
    await look("replay-opinion");
    await calm.getByRole("button", { name: "Play on from here" }).click();
    await expect(asked(calm)).toBeVisible();

    /** Whatever can be tapped answers to a tap anywhere within 44 by 44. */
    async function fingers(): Promise<void> {
      const small = await calm.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>(".tray .lit, .board .lit .hit, .choices .button")]
            .map((e) => e.getBoundingClientRect())
            .filter((box) => box.width < 43.5 || box.height < 43.5).length,
      );
      expect(small).toBe(0);
    }
  });
});
