import { describe, expect, it } from "vitest";
import { queries, Survey } from "./around";
import type { Scene, Shape } from "./wire";

const thing = (id: string, more: Partial<Shape>): Shape => {
  return { id, form: { symbol: "moon" }, at: [0, 0], size: 9, ...more };
};
const scene: Scene = {
  size: [9, 9],
  shapes: [
    thing("ember", { label: "Ember", tip: "Ember: inner moon, 1 point", owner: 0 }),
    thing("dusk", { label: "Dusk" }),
    thing("ship-1", { on: "ember", tip: "fighter, yours", owner: 0 }),
    thing("ship-2", { on: "ember", tip: "fighter, yours", owner: 0 }),
    thing("", { on: "dusk", tip: "cruiser of blue", owner: 1 }),
  ],
  panels: [],
  seats: [
    { name: "Red", colour: "red", state: "deciding", points: 3, key: [{ id: "", label: "marks", value: "12" }] },
    { name: "Blue", colour: "blue", state: "waiting" },
  ],
  heading: "",
  ways: [["ember", "dusk"]],
};
const who = (seat: number) => ["Ann", "Ben"][seat]!;

describe("a board that can be heard", () => {
  it("calls a place with who holds it, what is there and what it is next to", () => {
    const told = new Survey(scene, who).place(scene.shapes[0]!);
    expect(told).toBe("Ember: inner moon, 1 point; held by Ann; there: 2 × fighter of Ann; next to Dusk");
  });

  it("answers questions", () => {
    const answer = (ask: string) => queries(scene, 0, who).find((q) => q.ask === ask)?.answer;
    expect(answer("How does everybody stand?")).toBe("Ann: 3 points, 12 marks. Ben: ");
    expect(answer("Where are my things?")).toBe("holds Ember; 2 × fighter at Ember");
    expect(answer("Where is Ben?")).toContain("cruiser of blue at Dusk");
    expect(answer("What is at Dusk?")).toBe("Dusk; there: cruiser of Ben; next to Ember");
  });
});
