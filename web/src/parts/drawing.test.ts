/** The board as the browser draws it is the one that Rust draws: on the scenes of `crates/core/scenes`, with its pictures. */
import { readdirSync, readFileSync } from "node:fs";
import { parse, type AST } from "svelte/compiler";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { TELLING, type Telling } from "../lib/telling";
import { Tip } from "../lib/tip.svelte";
import type { Scene } from "../lib/wire";
import Board from "./Board.svelte";

const FOLDER = new URL("../../../crates/core/scenes/", import.meta.url);
const NAMES = readdirSync(FOLDER).flatMap((file) => (file.endsWith(".json") ? [file.replace(".json", "")] : []));

const elements = (nodes: AST.Fragment["nodes"]) => nodes.filter((node) => node.type === "RegularElement");
const text = (node: AST.RegularElement) =>
  node.fragment.nodes.map((child) => (child.type === "Text" ? child.data : "")).join("");
const numbers = (value: string) => (value.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

function attributes(node: AST.RegularElement): Map<string, string> {
  const pairs = node.attributes.flatMap((attribute): [string, string][] => {
    if (attribute.type !== "Attribute" || !Array.isArray(attribute.value)) return [];
    return [[attribute.name, attribute.value.map((part) => (part.type === "Text" ? part.data : "")).join("")]];
  });
  return new Map(pairs);
}

/** Classes in any order, without those that scope a style. */
const classes = (of: Map<string, string>) =>
  (of.get("class") ?? "")
    .split(" ")
    .filter((word) => word && !word.startsWith("svelte-"))
    .sort();

function part(node: AST.RegularElement) {
  const all = attributes(node);
  const others = [...all].filter(([name]) => name !== "class").sort();
  return { is: node.name, classes: classes(all), attributes: Object.fromEntries(others), text: text(node) };
}

/** A shape is told to those who cannot see it in two ways: by a `title`, and by a role with a label. */
function shape(node: AST.RegularElement) {
  const all = attributes(node);
  const place = numbers(all.get("transform") ?? all.get("style") ?? "");
  const parts = elements(node.fragment.nodes).filter((child) => child.name !== "title");
  return { id: all.get("data-id"), classes: classes(all), place, parts: parts.map(part) };
}

function shapes(markup: string) {
  const found: ReturnType<typeof shape>[] = [];
  const search = (nodes: AST.Fragment["nodes"]): void => {
    for (const node of elements(nodes))
      if (classes(attributes(node)).includes("shape")) found.push(shape(node));
      else search(node.fragment.nodes);
  };
  search(parse(markup, { modern: true }).fragment.nodes);
  return found;
}

describe("golden scenes", () => {
  it("are there", () => expect(NAMES.length).toBeGreaterThan(5));
  it.each(NAMES)("%s", (name) => {
    const read = (ending: string) => readFileSync(new URL(`${name}.${ending}`, FOLDER), "utf8");
    const scene = JSON.parse(read("json")) as Scene;
    const [tip, who] = [new Tip(), () => "Ann"];
    const telling: Telling = { scene, known: new Map(), tip, who, light: () => {} };
    const drawn = shapes(render(Board, { props: { scene, tip }, context: new Map([[TELLING, telling]]) }).body);
    expect(drawn).toHaveLength(scene.shapes.length);
    expect(drawn).toEqual(shapes(read("svg")));
  });
});
