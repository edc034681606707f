import { expect, it } from "vitest";
import { explained } from "./guide";
import type { Ask, Guide, GuideKind } from "./wire";

const kind = (what: string): GuideKind => ({ what, cost: "", most: "" });
const guide: Guide = {
  title: "x",
  goal: null,
  question: { "X-1": kind("any"), "X-1 card-7": kind("card"), "X-1 sell": kind("sell"), "X-2 sell": kind("other") },
  summary: [],
  words: {},
};
const ask = (clause: string, verb: string, thing = ""): Ask => ({
  seat: 0,
  question: 1,
  prompt: { text: thing ? ["About ", { id: thing, name: thing }] : ["What?"], clause },
  sentences: [{ words: [verb, "moon-1"], label: [verb] }],
});
const what = (asked: Ask) => explained(guide, asked)?.kind.what;

it("finds a kind of question by its clause and a word", () => {
  expect(what(ask("X-1", "sell"))).toBe("sell");
  expect(what(ask("X-1", "buy", "card-7"))).toBe("card");
  expect(what(ask("X-1", "buy"))).toBe("any");
  expect(what(ask("X-2", "buy"))).toBeUndefined();
  expect(explained(undefined, ask("X-1", "sell"))).toBeUndefined();
});
