import { describe, expect, it } from "vitest";
import { fightOf, isStaged, sidesOf, unitsOf, verdict } from "./stage";
import type { Fight, LogItem, Scene, Shape } from "./wire";

const line = (more: Partial<LogItem>): LogItem => ({ seq: 1, at: 0, kind: "line", text: ["…"], ...more });
const fight: Fight = { at: "moon-1", sides: [{ seat: 0 }, { name: "the guards" }] };
const die = (rolled: number, seat?: number) => ({ sides: 6, rolled, ...(seat === undefined ? {} : { seat }) });

describe("a stage", () => {
  it("is for fights and throws", () => {
    expect(isStaged([line({}), line({ dice: [die(3)] })])).toBe(true);
    expect(isStaged([line({ fight })])).toBe(true);
    expect(isStaged([line({})])).toBe(false);
  });

  it("goes on with the last fight while its sides throw, and only then", () => {
    const before = [line({ fight })];
    expect(fightOf([line({ dice: [die(3, 0), die(5)] })], before)).toBe(fight);
    expect(fightOf([line({ dice: [die(3, 2)] })], before)).toBeUndefined();
    expect(fightOf([line({})], before)).toBeUndefined();
  });

  it("leaves out what only passes the turn on", () => {
    const who = { id: "red", name: "Red", seat: 0 };
    const beat = [line({}), line({ fight, text: [who, " attacks ", { id: "moon-1", name: "Ember" }] })];
    const rest = [line({ dice: [die(3, 0)] }), line({ text: [who, " ends the turn"] })];
    expect(verdict([...beat, ...rest])).toEqual([beat[1], rest[0]]);
  });

  it("shows each die once, beside the player who threw it", () => {
    const beat = [line({ dice: [die(3, 0), die(5)] }), line({ dice: [die(2, 0)] })];
    expect(sidesOf(beat, fight).map((side) => side.dice.map((d) => d.rolled))).toEqual([[3, 2], [5]]);
    expect(sidesOf(beat, undefined).map((side) => side.seat)).toEqual([0, undefined]);
  });

  it("strikes out what is gone from the table, not what went elsewhere", () => {
    const ship = (on: string, count = ""): Shape => {
      return { id: "", form: { symbol: "fighter" }, on, at: [0, 0], size: 9, owner: 0, count };
    };
    const scene = (...shapes: Shape[]): Scene => ({ size: [9, 9], shapes, panels: [], seats: [], heading: "" });
    const before = scene(ship("moon-1", "3"), ship("moon-2"));
    const units = (...after: Shape[]) => unitsOf(before, scene(...after), fight, 0);
    expect(units(ship("moon-1"), ship("moon-2"))).toEqual([{ symbol: "fighter", count: 3, lost: 2 }]);
    expect(units(ship("moon-2", "4"))).toEqual([{ symbol: "fighter", count: 3, lost: 0 }]);
    expect(unitsOf(before, null, fight, undefined)).toEqual([]);
  });
});
