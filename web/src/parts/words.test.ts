import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { things } from "../lib/look";
import { TELLING, type Telling } from "../lib/telling";
import { ids, nameIn, spell } from "../lib/text";
import { Tip } from "../lib/tip.svelte";
import type { Scene, Text } from "../lib/wire";
import Words from "./Words.svelte";

const scene: Scene = {
  size: [100, 100],
  shapes: [{ id: "moon-04", form: { symbol: "moon" }, at: [0, 0], size: 10, tip: "a moon" }],
  panels: [],
  seats: [{ name: "red", colour: "red", state: "deciding" }],
  heading: "",
};
const who = () => "Ann";
const text: Text = [{ id: "red", name: "Red", seat: 0 }, " takes ", { id: "moon-04", name: "Dusk" }, " (GA-058)"];
const telling: Telling = { scene, known: things(scene), tip: new Tip(), who, light: () => {} };
const html = (props: { text: Text; inert?: boolean }) =>
  render(Words, { props, context: new Map([[TELLING, telling]]) }).body.replaceAll(/<!--.*?-->|svelte-\w+/g, "");

describe("a text", () => {
  it("names a seat by who sits there, in its colour", () => {
    expect(html({ text })).toMatch(/<b class="who seat-red\s*">Ann<\/b>/);
  });

  it("names a thing, and lets it explain itself", () => {
    expect(html({ text })).toMatch(/<button type="button" class="thing known\s*">Dusk<\/button>/);
    expect(html({ text, inert: true })).toMatch(/<span class="thing known\s*" role="presentation">Dusk<\/span>/);
  });

  it("says nothing of a thing that is not on the table", () => {
    expect(html({ text: [{ id: "card-9", name: "Rebels" }] })).toMatch(/<span class="thing\s*">Rebels<\/span>/);
  });

  it("links a clause, and shows no id", () => {
    expect(html({ text })).toContain('class="clause"');
    expect(html({ text })).not.toMatch(/moon-04|>Red</);
  });

  it("is read aloud alike", () => {
    expect(spell(text, who)).toBe("Ann takes Dusk (GA-058)");
    expect(ids(text)).toEqual(["red", "moon-04"]);
  });

  it("tells what a word of its sentence is called", () => {
    const sentences = [{ words: ["take", "moon-04"], label: text }];
    expect(nameIn(sentences, "moon-04", who)).toBe("Dusk");
    expect(nameIn(sentences, "take", who)).toBeUndefined();
  });
});
