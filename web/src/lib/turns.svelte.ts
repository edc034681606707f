/** How many tables wait for me, on every page: in the title, on the icon of the installed client, and the way to the next. */
import { api } from "./api";
import type { Turn } from "./wire";

const PAUSE = 15_000;

export const turns = $state<{ all: Turn[] }>({ all: [] });

/** Asks now; `_why` is what makes it worth asking. */
export async function countTurns(_why = ""): Promise<void> {
  try {
    turns.all = (await api.turns()).turns;
  } catch {
    return; // the next time is soon
  }
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
  // Not every browser lets a page that is not installed do this.
  await badge.setAppBadge?.(turns.all.length).catch(() => {});
}

export function keepCounting(): void {
  void countTurns();
  setInterval(() => void countTurns(), PAUSE);
  document.addEventListener("visibilitychange", () => document.hidden || void countTurns());
}
