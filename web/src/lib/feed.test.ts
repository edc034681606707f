import { describe, expect, it } from "vitest";
import { beats, news, synced, turned, updated, type Feed } from "./feed";
import type { LogItem, Scene, Shape, Sync, Update } from "./wire";

const shape = (id: string, x = 0): Shape => ({ id, form: { symbol: "moon" }, at: [x, 0], size: 10 });
const scene: Scene = {
  size: [100, 50],
  shapes: [shape("a"), shape("b"), shape("c")],
  panels: [],
  seats: [],
  heading: "Round 1",
};
const item = (seq: number, text = ""): LogItem => ({ seq, at: 0, kind: "line", text: [text] });
const ask = { seat: 0, question: 7, prompt: { text: ["Move"], clause: "X-1" }, sentences: [] };
const table = { id: "t", status: "playing" } as Sync["table"];
const sync: Sync = {
  seq: 5,
  viewer: 0,
  table,
  items: [item(4), item(5)],
  scene,
  ask,
  undo: { ok: false, why: "" },
};
const feed = synced(sync);
const update = (over: Partial<Update>): Update => ({ from: 5, seq: 6, table, items: [], gone: [], ...over });
const after = (over: Partial<Update>): Feed => updated(feed, update(over))!;

describe("a page of the log", () => {
  it("comes before the rest, once", () => {
    const short = { ...feed, earlier: 4 };
    const next = turned(short, 4, { items: [item(2), item(3)], earlier: 2 });
    expect(next.items.map((i) => i.seq)).toEqual([2, 3, 4, 5]);
    expect(next.earlier).toBe(2);
    expect(turned(next, 4, { items: [item(2)] })).toBe(next);
    expect(updated(short, update({}))!.earlier).toBe(4);
  });
});

describe("an update", () => {
  it("keeps what it does not name and drops what it sets to null", () => {
    expect(after({})).toEqual({ ...feed, seq: 6 });
    expect(after({ ask: null }).ask).toBeNull();
    expect(after({ undo: { ok: true, label: ["x"] } }).undo.ok).toBe(true);
  });

  it("changes a scene in place and length, leaving the old one as it was", () => {
    const next = after({ change: { heading: "Round 2", shapes: { length: 2, set: [[1, shape("d", 9)]] } } }).scene!;
    expect(next.shapes.map((s) => s.id)).toEqual(["a", "d"]);
    expect(next.heading).toBe("Round 2");
    expect(next.shapes[0]).toBe(scene.shapes[0]);
    expect(scene.shapes.map((s) => s.id)).toEqual(["a", "b", "c"]);
  });

  it("lets a list grow", () => {
    const next = after({ change: { shapes: { length: 4, set: [[3, shape("e")]] } } }).scene!;
    expect(next.shapes.map((s) => s.id)).toEqual(["a", "b", "c", "e"]);
  });

  it("adds items once and takes undone ones away", () => {
    const next = after({ items: [item(6)], gone: [5] });
    expect(next.items.map((i) => i.seq)).toEqual([4, 6]);
    expect(updated(next, update({ items: [item(6)] }))).toBe(next);
  });

  it("notices a gap", () => {
    expect(updated(feed, update({ from: 6, seq: 7 }))).toBeUndefined();
    expect(updated(feed, update({ from: 4, seq: 7 }))).toBeUndefined();
    expect(updated({ ...feed, scene: null }, update({ change: { heading: "x" } }))).toBeUndefined();
  });

  it("replaces the whole scene when it comes whole", () => {
    const whole = { ...scene, heading: "Round 9" };
    expect(after({ scene: whole }).scene).toBe(whole);
    expect(updated({ ...feed, scene: null }, update({ scene: whole }))!.scene).toBe(whole);
  });
});

it("tells the lines of one decision together, and no chat", () => {
  const chat: LogItem = { seq: 8, at: 0, kind: "chat", text: ["hi"] };
  const told = beats([item(1, "a"), item(1, "b"), chat, item(9, "c")]);
  expect(told.map((b) => b.map((i) => i.text.join("")))).toEqual([["a", "b"], ["c"]]);
});

describe("what is new in a log that is told anew", () => {
  const before = [item(0, "a"), item(1, "b"), item(1, "c")];

  it("is what was added", () => {
    expect(news(before, [...before, item(2, "d")])).toEqual({ gone: [], items: [item(2, "d")] });
    expect(news(before, before)).toEqual({ gone: [], items: [] });
  });

  it("takes back what is told otherwise, a whole decision at a time", () => {
    const now = [item(0, "a"), item(1, "b"), item(1, "x")];
    expect(news(before, now)).toEqual({ gone: [1], items: now.slice(1) });
    expect(news(before, [item(0, "a")])).toEqual({ gone: [1], items: [] });
  });
});
