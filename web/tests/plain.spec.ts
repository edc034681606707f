/** The same table without script: every sentence a button. */
import { expect, picture, test } from "./helpers";

test.use({ javaScriptEnabled: false });

test("a whole game by buttons alone", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play now against bots" }).first()).toBeVisible();
  await picture(page, "plain-home", { plain: true });
  await page.getByRole("button", { name: "Play now against bots" }).first().click();
  await expect(page.locator(".decision button").first()).toBeVisible();
  await picture(page, "plain-table", { plain: true });

  // The shortest game there is, for the rest.
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/tables${path}`, { data, headers: { origin: baseURL! } });
    expect(answer.status()).toBeLessThan(300);
    return (await answer.json()) as { id: string };
  };
  const seats = [{ kind: "person" }, { kind: "bot", level: "pilot" }];
  const options = { players: "2", "round-limit": "10" };
  const { id } = await post("", { title: "galactic-adventures", options, seats });
  await post(`/${id}/start`, { nonces: { 0: "0".repeat(32) } });
  await page.goto(`/table/${id}`);
  await expect(page).toHaveURL(/\/plain\/table\//);
  const button = page.locator(".decision button");
  const over = page.getByText("The game is over.");
  for (let answers = 0; !(await over.isVisible());) {
    expect(answers).toBeLessThan(500);
    if ((await button.count()) > 0) await button.nth(answers++ % (await button.count())).click();
    else await page.reload(); // the bots are still thinking
  }
  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page.getByRole("link", { name: "Last" })).toBeVisible();
});
