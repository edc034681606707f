/** The rules of every title, as the server sends them: each clause can be reached, and nothing on the page is only a comma or a bracket. */
import type { Part } from "../src/lib/wire";
import { expect, picture, test } from "./helpers";

test("every clause of every title has its place", async ({ calm }) => {
  const { titles } = await (await calm.request.get("/api/titles")).json();
  for (const { id } of titles as { id: string }[]) {
    const { sections } = await (await calm.request.get(`/api/titles/${id}/rules`)).json();
    const parts: Part[] = sections.flatMap((s: { parts: Part[] }) => s.parts);
    const clauses = parts.flatMap((p) => ("rows" in p ? p.rows.flatMap((r) => r.clause ?? []) : p.clauses));
    expect(clauses.length).toBeGreaterThan(50);
    await calm.goto(`/rules/${id}#${clauses[0]}`);
    await expect(calm.locator(".here")).toHaveCount(1);
    await picture(calm, `rules-${id}`);
    const found = await calm.evaluate((clauses) => {
      const words = [...document.querySelectorAll("article .words")].map((e) => e.textContent!);
      return {
        lost: clauses.filter((id) => !document.getElementById(id)),
        stray: words.filter((text) => !/[A-Za-z]{2}/.test(text) || /^[,.:;)]|\($/.test(text)),
      };
    }, clauses);
    expect(found, id).toEqual({ lost: [], stray: [] });
  }
});

test("a clause of the other edition is found there", async ({ calm }) => {
  await calm.goto("/rules/key-to-the-universe#EV-053");
  await expect(calm).toHaveURL(/\/rules\/empires-of-the-void#EV-053$/);
  await expect(calm.locator(".here")).toContainText("EV-053");
  await calm.getByRole("searchbox").fill("ku-094");
  await calm.getByRole("status").getByRole("link", { name: "KU-094" }).click();
  await expect(calm.locator(".here")).toContainText("KU-094");
});
