/** What the browser tests share: how a person sits down, answers, and looks. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type Page, type WebSocketRoute } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FromServer, Sync, ToServer, Update } from "../src/lib/wire";

const SCREENS = join(process.env.ASTRARIUM_ARTEFACTS ?? "../artefacts", "screens");
export const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** Those, and others that a table must hold still at. */
export const ALL_SIZES = {
  ...SIZES,
  huge: { width: 1920, height: 1080 },
  tablet: { width: 1024, height: 768 },
  lying: { width: 844, height: 390 },
};

/** A page that tells events at once and fails the test on anything the browser complains about. */
export const test = base.extend<{ calm: Page }>({
  calm: async ({ page }, use) => {
    const complaints = await quiet(page);
    await use(page);
    expect(complaints).toEqual([]);
  },
});
export { expect };

export async function quiet(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    localStorage["astrarium.settings"] ??= JSON.stringify({ speed: "instant", motion: "reduced" });
  });
  return complaints;
}

/** Opens “New table” with the shortest game and bots that answer at once; `open` seats wait for friends, `here` are at this screen. */
export async function newTable(
  page: Page,
  { title = "Galactic Adventures of Military Empires", players = "", open = 0, here = 0, clock = "" } = {},
): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: new RegExp(`^New table ?: ${title}$`) }).click();
  const dialog = page.getByRole("dialog");
  if (clock) await dialog.getByLabel(/^Clock/).selectOption(clock);
  if (players) await dialog.getByLabel(/^Players/).selectOption(players);
  await dialog.getByText(/^More:/).click();
  for (const limit of await dialog.getByLabel(/ limit:/).all())
    await limit.fill((await limit.getAttribute("min")) ?? "");
  for (const short of await dialog.getByLabel(/^Short game/).all()) await short.check();
  const seats = dialog.getByLabel(/^Seat \d/);
  for (let i = 1; i < (await seats.count()); i++)
    await seats.nth(i).selectOption(i <= open ? "open" : i <= open + here ? "me" : "random");
  await dialog.getByRole("button", { name: /Start the game|Open the table/ }).click();
  await page.waitForURL(/\/table\//);
}

/** Dice for tests: the same choices every time the server deals the same. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const asked = (page: Page) => page.locator(".bar.asked");
export const standing = (page: Page) => page.getByRole("heading", { name: /wins|share the victory/ });
const LIT = ".tray .lit, .board .lit, .choices .button:not(:disabled)";

/** Waits until something is asked or the game is over; true while it goes on. */
export async function turn(page: Page): Promise<boolean> {
  const state = await page.waitForFunction(
    () => {
      const ask = document.querySelector(".bar.asked:not([aria-busy=true])") && "asked";
      return document.querySelector("#standing") ? "over" : ask;
    },
    undefined,
    { timeout: 60_000 },
  );
  return (await state.jsonValue()) === "asked";
}

/**
 * Clicks (or taps) one thing that glows, or any button; `eager` is how often it must be what glows, `brief` how often it is the
 * last button instead, which mostly ends what goes on.
 */
export async function click(
  page: Page,
  dice: () => number,
  { tap = false, eager = 0.8, brief = 0 } = {},
): Promise<void> {
  const point = await page.evaluate(
    ([selector, rolls, eager, brief]) => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const things = all.filter((e) => e.dataset.id);
      const last = all.filter((e) => !e.dataset.id).slice(-1);
      const from = last.length > 0 && rolls[2]! < brief ? last : things.length > 0 && rolls[0]! < eager ? things : all;
      const one = from[Math.floor(rolls[1]! * from.length)];
      if (!one) return undefined;
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = (one.querySelector(".ring") ?? one).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    [LIT, [dice(), dice(), dice()], eager, brief] as const,
  );
  if (point && tap) await page.touchscreen.tap(point.x, point.y);
  else if (point) await page.mouse.click(point.x, point.y);
}

/** Plays on, without undue zeal, for this many clicks or to the end; the number of clicks. */
export async function playOn(page: Page, dice: () => number, most = Infinity, steady?: Steady): Promise<number> {
  let clicks = 0;
  for (; clicks < most && (await turn(page)); clicks++) {
    expect(clicks, "the game goes on and on").toBeLessThan(4000);
    await steady?.look(page);
    await click(page, dice, { eager: 0.4, brief: 0.5 });
  }
  return clicks;
}

/** What must hold at every question, at one size after the other: the board keeps its box, and nothing covers what can be chosen. */
export class Steady {
  #boxes = new Map<string, string>();
  #looks = 0;

  async look(page: Page): Promise<void> {
    const sizes = Object.entries(ALL_SIZES);
    const [size, viewport] = sizes[this.#looks++ % sizes.length]!;
    await page.setViewportSize(viewport);
    await drawn(page);
    const { box, question, covered } = await page.evaluate((lit) => {
      const area = document.querySelector(".board-area")!;
      const { x, y, width, height } = area.getBoundingClientRect();
      const hidden = [...document.querySelectorAll<HTMLElement>(lit)].filter((one) => {
        one.scrollIntoView({ block: "nearest", inline: "nearest" });
        const box = (one.querySelector(".ring") ?? one).getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        // On the board a click means what is lit, whatever lies on it there.
        return !top || !(one.closest(".board") ?? one).contains(top);
      });
      return {
        box: [x, y, width, height].join(" "),
        question: document.querySelector(".question")?.textContent ?? "",
        covered: hidden.map((one) => one.dataset.id ?? one.textContent!.trim()),
      };
    }, LIT);
    expect(covered, `covered at ${size}: ${question}`).toEqual([]);
    expect(box, `the board at ${size}: ${question}`).toBe(this.#boxes.get(size) ?? box);
    this.#boxes.set(size, box);
  }

  /** How many sizes were looked at. */
  get sizes(): number {
    return this.#boxes.size;
  }
}

/** Waits until what has changed was drawn. Now and then headless Chromium draws no frame until something moves: then there is nothing to wait for. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frames = async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    };
    await Promise.race([frames(), new Promise((done) => setTimeout(done, 1000))]);
  });
}

/** Saves a picture; no page may scroll sideways. `plain`: the page has no script, so nothing in it can be waited for. */
export async function picture(page: Page, name: string, { plain = false } = {}): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  // What has changed is drawn, with its fonts; what moves is shown at rest.
  if (!plain) {
    await page.evaluate(async () => void (await document.fonts.ready));
    await drawn(page);
  }
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** A picture, and nothing serious for axe. */
export async function inspect(page: Page, name: string): Promise<void> {
  await picture(page, name);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  const found = serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`);
  expect(found, name).toEqual([]);
}

/** The page at both sizes and in both themes, as a player with either would see it now. */
export async function gallery(page: Page, name: string): Promise<void> {
  const theme = (to: string) => page.evaluate((to) => (document.documentElement.dataset.theme = to), to);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await picture(page, `${name}-${size}`);
    await theme("light");
    await inspect(page, `${name}-${size}-light`);
    await theme("dark");
  }
  await page.setViewportSize(SIZES.wide);
}

/** The board that the server draws for those without script is the one that the browser draws: `svg.rs` and `Drawing.svelte` agree. */
export async function sameBoard(page: Page): Promise<void> {
  const plain = await page.request.get(`/plain${new URL(page.url()).pathname}`);
  const [here, there] = await page.evaluate(
    (text) => {
      const added = new Set(["lit", "chosen", "about"]); // what only a page with script shows
      const classes = (e: Element) => [...e.classList].filter((c) => !added.has(c) && !c.startsWith("svelte-")).sort();
      const numbers = (text: string) => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
      const part = (e: Element) => {
        const measures = [...e.attributes].filter((a) => !["class", "href", "fill"].includes(a.name));
        const names = measures.map((a) => a.name).sort();
        return {
          words: [e.localName, ...classes(e), e.getAttribute("href"), e.getAttribute("fill"), ...names, e.textContent],
          // The place to tap may have grown for a finger.
          numbers: e.matches(".hit") ? [] : names.flatMap((name) => numbers(e.getAttribute(name)!)),
        };
      };
      const shape = (g: Element) => {
        const parts = [...g.children].filter((e) => e.localName !== "title").map(part);
        const place = numbers(g.getAttribute("transform") ?? (g as SVGElement).style.transform);
        return {
          words: [g.getAttribute("data-id"), ...classes(g), ...parts.flatMap((p) => p.words)].filter(Boolean).join(" "),
          numbers: [...place, ...parts.flatMap((p) => p.numbers)],
        };
      };
      const board = (root: Document, of: string) => [...root.querySelectorAll(`${of} g.shape`)].map(shape);
      return [board(document, "svg.board"), board(new DOMParser().parseFromString(text, "text/html"), "svg.scene")];
    },
    await plain.text(),
  );
  expect(here!.length).toBeGreaterThan(10);
  expect(here).toEqual(there);
}

/** The socket between a page and the server, with what the page has been told, and what it has said. */
export interface Line {
  socket?: WebSocketRoute;
  feed?: Sync;
  said: ToServer[];
}

/** Stands between the page and the server, and remembers. What `deaf` says so does not reach the server. */
export async function listen(page: Page, deaf: (message: ToServer) => boolean = () => false): Promise<Line> {
  const line: Line = { said: [] };
  await page.routeWebSocket(/\/live/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text as string) as ToServer;
      line.said.push(message);
      if (!deaf(message)) server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(text as string) as FromServer;
      if (message.type === "sync") Object.assign(line, { socket, feed: message });
      else if (message.type === "update") line.feed = { ...line.feed!, ...message } as Sync;
      socket.send(text);
    });
  });
  return line;
}

/** Something new as a server would tell it. */
export function feign(line: Line, news: Partial<Update>): void {
  const from = line.feed!.seq++;
  const update = { type: "update", from, seq: line.feed!.seq, table: line.feed!.table, items: [], gone: [], ...news };
  line.socket!.send(JSON.stringify(update));
}
