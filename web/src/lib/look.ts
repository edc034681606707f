/** How things look and read, whatever the game. */
import { plain } from "./walk";
import type { Item, Odds, Scene, Seat, Shape, Table } from "./wire";

/** The stylesheet's word for a seat's colour. */
export function colour(scene: Scene | null, owner: Seat | undefined): string {
  return owner === undefined ? "" : (scene?.seats[owner]?.colour ?? "none");
}

export function percent(odds: Odds): string {
  const share = (100 * odds.hits) / odds.of;
  return share > 0 && share < 1 ? "< 1 %" : share > 99 && share < 100 ? "> 99 %" : `${Math.round(share)} %`;
}

/** What a thing is called, for those who cannot see it. */
export function spoken(thing: Shape | Item, scene: Scene): string {
  const number = "at" in thing ? thing.count : thing.value;
  const owner = thing.owner === undefined ? "" : scene.seats[thing.owner]?.name;
  return [thing.label || thing.id, number, owner, thing.tip].filter(Boolean).join(", ");
}

/** Who sits there: the person's or bot's name, with that of the seat where two are called the same. */
export function seatName(table: Table, scene: Scene | null, seat: Seat): string {
  const name = table.seats[seat]?.name;
  const own = plain(scene?.seats[seat]?.name ?? "");
  if (!name) return own || `Seat ${seat + 1}`;
  const twice = table.seats.some((other, i) => i !== seat && other.name === name);
  return twice ? `${name} (${own || seat + 1})` : name;
}

/** Its label, else the first words of its tip, else its id. */
export const called = (word: string, thing: Named | undefined) =>
  thing?.label || thing?.tip?.split(/[;:,.(]/)[0]?.trim() || word;

interface Named {
  label?: string;
  tip?: string;
}

/** Every id on the table: the words that are things. */
export function things(scene: Scene | null): Map<string, Named> {
  const all = new Map<string, Named>();
  for (const panel of scene?.panels ?? [])
    for (const group of panel.groups) for (const item of group.items) if (item.id) all.set(item.id, item);
  for (const shape of scene?.shapes ?? []) if (shape.id) all.set(shape.id, shape);
  return all;
}

/** “4:05”. */
export const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** “3 minutes ago”. */
export function ago(time: number): string {
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? ["minute", 60];
  const count = Math.floor(seconds / length);
  return count === 0 ? "just now" : new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-count, unit);
}
