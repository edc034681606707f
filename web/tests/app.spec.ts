/** The client as an app: it can be installed, starts without the net, and a shared link shows what it leads to. */
import { expect, newTable, quiet, test } from "./helpers";

test("the shell starts without the net, and says what needs it", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await quiet(page);
  await page.goto("/");
  const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
  const { icons, display } = (await (await page.request.get(manifest!)).json()) as {
    icons: { src: string; sizes: string }[];
    display: string;
  };
  expect(display).toBe("standalone");
  for (const { src } of icons) expect((await page.request.get(`/${src}`)).headers()["content-type"]).toBe("image/png");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page
    .getByRole("button", { name: /^Play now/ })
    .first()
    .waitFor();
  await context.setOffline(true);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByText(/^Offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
  await context.close();
});

test("a shared link shows the title, who sits there, and the cover", async ({ calm }) => {
  await newTable(calm, { open: 1 });
  const link = await calm.getByLabel("Send this link to friends").inputValue();
  const tags = async (url: string) => {
    const text = await (await calm.request.get(url)).text();
    return Object.fromEntries([...text.matchAll(/property="og:(\w+)" content="([^"]*)"/g)].map(([, k, v]) => [k, v]));
  };
  const found = await tags(link);
  expect(found.title).toBe("Come and play Galactic Adventures of Military Empires");
  expect(found.description).toContain("1 free");
  expect((await calm.request.get(found.image!)).headers()["content-type"]).toBe("image/jpeg");
  expect((await tags("/table/nowhere")).title).toBe("Astrarium");
});
