/** Dark and light: which one a page has, and whether it can be read. */
import type { Page } from "@playwright/test";
import { expect, picture, test } from "./helpers";

test.use({ colorScheme: "light" });

/** How light the page is, and how far its words stand out from it. */
async function look(page: Page): Promise<{ light: boolean; contrast: number }> {
  return page.evaluate(() => {
    const luminance = (colour: string) => {
      const [r, g, b, opaque = 1] = colour.match(/[\d.]+/g)!.map(Number);
      if (!opaque) return NaN; // whatever lies behind it
      const [x, y, z] = [r!, g!, b!].map((v) => (v <= 10 ? v / 3294 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
    };
    const back = luminance(getComputedStyle(document.documentElement).backgroundColor);
    const ink = luminance(getComputedStyle(document.querySelector("main p, main h1")!).color);
    return { light: back > 0.5, contrast: (Math.max(back, ink) + 0.05) / (Math.min(back, ink) + 0.05) };
  });
}

test("dark is the default, light a choice or the system's", async ({ calm }) => {
  await calm.goto("/settings");
  for (const [choice, light] of [
    ["", false],
    ["Light", true],
    ["Dark", false],
    ["As the system", true],
  ] as const) {
    if (choice) await calm.getByRole("group", { name: "Theme" }).getByLabel(choice).check({ force: true });
    const found = await look(calm);
    expect(found.light, choice).toBe(light);
    expect(found.contrast, choice).toBeGreaterThan(7);
  }
});

test("without script a page has the system's colours, and is readable in both", async ({ page }) => {
  await page.goto("/plain");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await look(page);
    expect(found.light).toBe(colorScheme === "light");
    expect(found.contrast).toBeGreaterThan(7);
    await picture(page, `plain-home-${colorScheme}`);
  }
});
