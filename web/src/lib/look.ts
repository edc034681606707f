/** How things look and read, whatever the game. */
import { plain } from "./walk";
import type { Clock, Item, LevelAbout, Odds, Scene, Seat, SeatState, Shape, Table, Title } from "./wire";

/** The stylesheet's word for a seat's colour. */
export function colour(scene: Scene | null, owner: Seat | undefined): string {
  return owner === undefined ? "" : (scene?.seats[owner]?.colour ?? "none");
}

/** “22 %”, or “2–41 %” where what may still be added would raise it. */
export function percent({ hits, of, most }: Odds): string {
  const [least, best] = [share(hits, of), share(most ?? hits, of)];
  const from = least.slice(0, -2);
  return least === best ? least : from.includes(" ") ? `${from} – ${best}` : `${from}–${best}`;
}

function share(hits: number, of: number): string {
  const share = (100 * hits) / of;
  return share > 0 && share < 1 ? "< 1 %" : share > 99 && share < 100 ? "> 99 %" : `${Math.round(share)} %`;
}

/** What a thing is called, for those who cannot see it. */
export function spoken(thing: Shape | Item, scene: Scene): string {
  const number = "at" in thing ? thing.count : thing.value;
  const owner = thing.owner === undefined ? "" : scene.seats[thing.owner]?.name;
  return [thing.label || plain(called(thing) ?? thing.id), number, owner, thing.tip].filter(Boolean).join(", ");
}

/** Who sits there: the person's or bot's name, with that of the seat where two are called the same. */
export function seatName(table: Table, scene: Scene | null, seat: Seat): string {
  const name = table.seats[seat]?.name;
  const own = plain(scene?.seats[seat]?.name ?? "");
  if (!name) return own || `Seat ${seat + 1}`;
  const twice = table.seats.some((other, i) => i !== seat && other.name === name);
  return twice ? `${name} (${own || seat + 1})` : name;
}

/** A level as it is offered: “Bot, Captain (1180)”, with its strength in this title where it is known. */
export function levelName(level: LevelAbout, title: Title | undefined): string {
  const strength = title?.ratings[level.id];
  return `Bot, ${level.name}${strength ? ` (${strength.rating})` : ""}`;
}

/** What a level does and how strong it is. */
export function levelTold(level: LevelAbout, title: Title): string {
  const strength = title.ratings[level.id];
  return strength ? `${level.about} Strength ${strength.rating} ± ${strength.within}; Pilot has 1000.` : level.about;
}

/** Who or what plays a seat: “you”, “bot, captain”, “away”. */
export function sitter(table: Table, seat: Seat, online: Set<Seat> | undefined): string {
  const chair = table.seats[seat]!;
  if (chair.kind === "bot") return chair.level ? `bot, ${chair.level}` : "bot";
  if (chair.stand_in) return `a bot plays (${chair.stand_in})`;
  if (chair.kind === "open") return "open seat";
  if (chair.mine) return table.seats.filter((c) => c.mine).length > 1 ? "this screen" : "you";
  return (online ? online.has(seat) : chair.online) ? "online" : "away";
}

const STATES: Record<SeatState, string> = { waiting: "", deciding: "", done: "done", out: "out", winner: "winner" };

/** What a seat is doing, in a word. */
export function chairState(table: Table, scene: Scene | null, seat: Seat): string {
  if (table.status === "playing" && table.asked.includes(seat)) return "deciding";
  return STATES[scene?.seats[seat]?.state ?? "waiting"];
}

/** Its label, else the first words of its tip. */
export const called = (thing: Shape | Item | undefined) => thing?.label || thing?.tip?.split(/[;:,.(]/)[0]?.trim();

/** Every id on the table: the words that are things. */
export function things(scene: Scene | null): Map<string, Shape | Item> {
  const all = new Map<string, Shape | Item>();
  for (const panel of scene?.panels ?? [])
    for (const group of panel.groups) for (const item of group.items) if (item.id) all.set(item.id, item);
  for (const shape of scene?.shapes ?? []) if (shape.id) all.set(shape.id, shape);
  return all;
}

/** “4:05”. */
export const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** “3 days”, “5 hours”, and below that minutes and seconds. */
export function left(seconds: number): string {
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} days`;
  return seconds >= 7_200 ? `${Math.floor(seconds / 3_600)} hours` : minutes(seconds);
}

/** How long persons may think, in words. */
export function clocked(clock: Clock): string {
  if ("days" in clock) return `${clock.days} ${clock.days === 1 ? "day" : "days"} a decision`;
  if ("fischer" in clock) return `${left(clock.fischer.game)} each, and ${clock.fischer.plus} seconds a decision`;
  return "game" in clock ? `${left(clock.game)} each` : `${left(clock.decision)} a decision`;
}

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
