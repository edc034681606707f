/** What this browser knows of a table, and how messages carry it on. Pure: the socket and the clock are elsewhere. */
import type { Ask, Change, ListChange, LogItem, Scene, Seat, Sync, Table, Undo, Update } from "./wire";

export interface Feed {
  seq: number;
  viewer: Seat | null;
  table: Table;
  items: LogItem[];
  /** The log has more before this number. */
  earlier: number | undefined;
  scene: Scene | null;
  ask: Ask | null;
  undo: Undo;
}

export function synced({ seq, viewer, table, items, earlier, scene, ask, undo }: Sync): Feed {
  return { seq, viewer, table, items, earlier, scene, ask, undo };
}

/** The feed after an update; `undefined` when something in between was missed. */
export function updated(feed: Feed, update: Update): Feed | undefined {
  if (update.seq <= feed.seq) return feed; // heard twice
  if (update.from !== feed.seq) return undefined;
  const whole = update.change ? changed(feed.scene, update.change) : feed.scene;
  const scene = update.scene === undefined ? whole : update.scene;
  if (scene === undefined) return undefined;
  const gone = new Set(update.gone);
  return {
    ...feed,
    seq: update.seq,
    table: update.table,
    items: [...feed.items.filter((item) => !gone.has(item.seq)), ...update.items],
    scene,
    ask: update.ask === undefined ? feed.ask : update.ask,
    undo: update.undo ?? feed.undo,
  };
}

/** The feed with the page of the log before `before`, unless that page has come already. */
export function turned(feed: Feed, before: number, page: { items: LogItem[]; earlier?: number }): Feed {
  if (feed.earlier !== before) return feed;
  return { ...feed, items: [...page.items, ...feed.items], earlier: page.earlier };
}

/** A change needs a scene to change: without one, something was missed. */
function changed(scene: Scene | null, change: Change): Scene | undefined {
  if (!scene) return undefined;
  return {
    size: change.size ?? scene.size,
    heading: change.heading ?? scene.heading,
    shapes: list(scene.shapes, change.shapes),
    panels: list(scene.panels, change.panels),
    seats: list(scene.seats, change.seats),
    ways: change.ways ?? scene.ways,
  };
}

function list<T>(before: T[], change: ListChange<T> | undefined): T[] {
  if (!change) return before;
  const after = before.slice(0, change.length);
  for (const [i, value] of change.set) after[i] = value;
  return after;
}

/** Log lines that belong to one decision have one number, and are told together. */
export function beats(items: LogItem[]): LogItem[][] {
  const all: LogItem[][] = [];
  for (const item of items) {
    if (item.kind !== "line") continue;
    const last = all.at(-1);
    if (last && last[0]!.seq === item.seq) last.push(item);
    else all.push([item]);
  }
  return all;
}

/** What of a log is gone, and what has come. */
export function news(before: LogItem[], now: LogItem[]): { gone: number[]; items: LogItem[] } {
  const same = before.findIndex((item, i) => JSON.stringify(item) !== JSON.stringify(now[i]));
  const first = same < 0 ? now[before.length]?.seq : Math.min(before[same]!.seq, now[same]?.seq ?? Infinity);
  const from = (item: LogItem) => first !== undefined && item.seq >= first;
  return { gone: [...new Set(before.filter(from).map((item) => item.seq))], items: now.filter(from) };
}
