/** What a stage shows of a fight or a throw, from log lines and scenes alone. */
import type { Die, Fight, LogItem, Scene, Seat } from "./wire";

export interface StageSide {
  seat?: Seat;
  name: string;
  dice: Die[];
}

export interface Unit {
  symbol: string;
  count: number;
  lost: number;
}

/** Whether a decision is shown as an event of its own. */
export const isStaged = (beat: LogItem[]): boolean => beat.some((line) => line.fight || line.dice?.length);

/** The fight that these lines are part of: their own, or the last one before them if only its sides throw. */
export function fightOf(beat: LogItem[], before: LogItem[]): Fight | undefined {
  const own = beat.findLast((line) => line.fight)?.fight;
  if (own) return own;
  const last = before.slice(-30).findLast((line) => line.fight)?.fight;
  const throwers = new Set(beat.flatMap((line) => line.dice ?? []).map((die) => die.seat));
  const sides = new Set(last?.sides.map((side) => side.seat));
  return throwers.size > 0 && [...throwers].every((seat) => sides.has(seat)) ? last : undefined;
}

/** The lines that belong on the stage: from the first throw or meeting on, those that speak of more than a seat. */
export function verdict(beat: LogItem[]): LogItem[] {
  const first = beat.findIndex((line) => line.fight || line.dice?.length);
  const isOfThings = (line: LogItem) =>
    line.dice?.length || line.text.some((part) => typeof part !== "string" && part.seat === undefined);
  return beat.slice(first).filter(isOfThings);
}

/** Both sides of the fight, or everybody who throws; each with the dice that lie there at the end. */
export function sidesOf(beat: LogItem[], fight: Fight | undefined): StageSide[] {
  const dice = beat.flatMap((line) => line.dice ?? []);
  const of = (seat: Seat | undefined) => dice.filter((die) => die.seat === seat);
  if (fight) return fight.sides.map(({ seat, name = "" }) => ({ seat, name, dice: of(seat) }));
  return [...new Set(dice.map((die) => die.seat))].map((seat) => ({ seat, name: "", dice: of(seat) }));
}

/** What a side has in the place of a fight, by kind, with how many of them are gone from the table afterwards. */
export function unitsOf(scene: Scene, after: Scene | null, fight: Fight | undefined, seat: Seat | undefined): Unit[] {
  if (!fight || seat === undefined) return [];
  const all = (scene: Scene, symbol: string, at?: string) =>
    scene.shapes
      .filter((s) => s.owner === seat && symbolOf(s) === symbol && (at === undefined ? s.on : s.on === at))
      .reduce((sum, s) => sum + (Number(s.count) || 1), 0);
  const kinds = new Set(scene.shapes.filter((s) => s.owner === seat && s.on === fight.at).map(symbolOf));
  return [...kinds].filter(Boolean).map((symbol) => {
    const count = all(scene, symbol, fight.at);
    const gone = after ? all(scene, symbol) - all(after, symbol) : 0;
    return { symbol, count, lost: Math.max(0, Math.min(gone, count)) };
  });
}

const symbolOf = ({ form }: Scene["shapes"][number]) =>
  typeof form === "object" && "symbol" in form ? form.symbol : "";
