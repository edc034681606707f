/** The same person in another browser, after all cookies are gone, and in a game that goes on for days. */
import { expect, gallery, inspect, newTable, quiet, test } from "./helpers";

test("begun here, continued there, and recovered", async ({ calm, browser }) => {
  await calm.goto("/settings");
  await calm.getByLabel("Your name").fill("Ann");
  await calm.getByRole("button", { name: "Save", exact: true }).click();
  await newTable(calm);
  const table = new URL(calm.url()).pathname;
  await calm.goto("/settings");
  await calm.getByRole("button", { name: "Continue on another device" }).click();
  const link = await calm.getByLabel("Open this on the other device").inputValue();
  await calm.getByRole("button", { name: "Recovery code" }).click();
  const code = await calm.getByLabel("Your recovery code").innerText();
  await gallery(calm, "devices");

  const phone = await browser.newContext();
  const there = await phone.newPage();
  const complaints = await quiet(there);
  await there.goto(link);
  await inspect(there, "continue");
  await there.getByRole("button", { name: "Continue as me" }).click();
  await there.waitForURL((url) => url.pathname === "/");
  await expect(there.getByRole("heading", { name: "Your turn (1)" })).toBeVisible();
  await there.goto(table);
  await expect(there.locator(".bar.asked")).toBeVisible();
  expect(await there.title()).toMatch(/^\(1\) /);

  // Everything that this browser knew is gone.
  await phone.clearCookies();
  await there.goto("/");
  await there.getByRole("link", { name: "Played here before, on another browser?" }).click();
  await there.getByLabel("Your recovery code").fill(code.toUpperCase());
  await there.getByRole("button", { name: "Continue as me" }).click();
  await there.waitForURL((url) => url.pathname === "/");
  await there.getByRole("link", { name: /^Your turn/ }).click();
  await there.waitForURL((url) => url.pathname === table);

  await calm.goto("/settings");
  await calm
    .getByRole("button", { name: /^Sign out/ })
    .last()
    .click();
  await expect(calm.getByRole("button", { name: /^Sign out/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
  await phone.close();
});

test("by mail: presets, lobby talk, a bot for me and the seat back", async ({ calm, browser }) => {
  await calm.goto("/games");
  await expect(calm.getByText("Finished games come here.")).toBeVisible();
  await gallery(calm, "archive");
  // The other person at this screen holds the game up while a bot plays for me.
  await newTable(calm, { here: 1 });
  await calm.goto("/");
  await calm
    .getByRole("button", { name: /^New table/ })
    .first()
    .click();
  await calm.getByRole("button", { name: "By mail" }).click();
  await expect(calm.getByLabel(/^Clock/).locator("option:checked")).toHaveText("3 days for each decision");
  await gallery(calm, "by-mail");
  await calm.getByRole("button", { name: "Open the table" }).click();
  await calm.waitForURL(/\/table\//);
  await calm.getByRole("region", { name: "Chat" }).getByRole("textbox").fill("Hello");
  await calm.keyboard.press("Enter");
  await expect(calm.getByRole("region", { name: "Chat" })).toContainText("Hello");
  // The game that waits is one click away, from every page.
  await calm.getByRole("link", { name: /^Next game/ }).click();
  await calm.locator(".bar.asked").waitFor();
  await calm.locator(".row button").first().click();
  await calm.getByRole("button", { name: "Let a bot play for me" }).first().click();
  await calm.getByRole("button", { name: "Take the seat back" }).click();
  await expect(calm.getByRole("button", { name: "Take the seat back" })).toHaveCount(0);
});
