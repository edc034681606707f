import { describe, expect, it } from "vitest";
import { listed, complete, leading, numbers, plain, question, SPREAD_NARROW, waits, walk } from "./walk";
import type { Sentence } from "./wire";

const say = (text: string): Sentence => ({ words: text.split(" "), label: [`do ${text}`] });
const who = () => "";
const things = new Set(["moon-1", "moon-2", "ship", "cruiser"]);
const isThing = (word: string) => things.has(word);
const table = ["attack moon-1", "attack moon-2", "peek moon-2", "build cruiser moon-1", "build cruiser moon-2", "done"];
const at = (...steps: string[]) => walk(table.map(say), steps, isThing);
const lit = (...steps: string[]) => [...at(...steps).things.keys()].sort();
const buttons = (...steps: string[]) => at(...steps).choices.map((c) => c.steps.join(" "));

describe("the walk", () => {
  it("lights the first thing of every sentence and makes verbs buttons", () => {
    expect(lit()).toEqual(["cruiser", "moon-1", "moon-2"]);
    expect(buttons()).toEqual(["attack", "peek", "build", "done"]);
    expect(at().whole).toBeUndefined();
  });

  it("narrows by a verb", () => {
    expect(lit("attack")).toEqual(["moon-1", "moon-2"]);
    expect(buttons("attack")).toEqual([]);
  });

  it("skips the verb when a thing is clicked first, and asks for it if it is not clear", () => {
    expect(at("moon-1").whole?.words).toEqual(["attack", "moon-1"]);
    expect(at("moon-2").whole).toBeUndefined();
    expect(buttons("moon-2")).toEqual(["attack", "peek"]);
    expect(at("moon-2", "peek").whole?.words).toEqual(["peek", "moon-2"]);
  });

  it("calls a button that leads on by what its sentences begin with, else by its verb", () => {
    const labelled = (...labels: string[]) => labels.map((label) => ({ words: ["ask-card"], label: [label] }));
    const button = (...labels: string[]) => leading({ steps: ["ask-card"], sentences: labelled(...labels) }, who);
    expect(button("Ask for a card: red", "Ask for a card: blue")).toBe("Ask for a card: …");
    expect(button("Give red", "Give blue")).toBe("Ask card …");
    expect(button("Pay one", "Pay one more")).toBe("Ask card …");
    expect(button("Move a fighter", "Move a scout")).toBe("Ask card …");
  });

  it("spreads a verb into its sentences where they are few and need no thing", () => {
    const dice = ["attack-die none", "attack-die d4", "attack-die d6", "attack moon-1", "attack moon-2"].map(say);
    const choices = walk(dice, [], isThing).choices;
    expect(choices.map((c) => c.steps.join(" "))).toEqual([
      "attack-die none",
      "attack-die d4",
      "attack-die d6",
      "attack",
    ]);
    const many = Array.from({ length: 13 }, (_, i) => say(`points ${i}`));
    expect(walk(many, [], isThing).choices.map((c) => c.steps)).toEqual([["points"]]);
    expect(walk(many, ["points"], isThing).choices).toHaveLength(13);
    expect(walk(dice, ["attack-die", "d4"], isThing).whole?.words).toEqual(["attack-die", "d4"]);
  });

  it("keeps verbs closed where all their sentences together are many", () => {
    const numbers = (verb: string) => Array.from({ length: 7 }, (_, i) => say(`${verb} ${i}`));
    const offer = [...numbers("give"), ...numbers("ask"), say("send")];
    expect(walk(offer, [], isThing).choices.map((c) => c.steps)).toEqual([["give"], ["ask"], ["send"]]);
    expect(walk(offer, ["ask"], isThing).choices).toHaveLength(7);
  });

  it("keeps several verbs closed sooner where there is little room, but not the only one", () => {
    const numbers = (verb: string) => Array.from({ length: 3 }, (_, i) => say(`${verb} ${i}`));
    const few = (...list: Sentence[]) => walk(list, [], isThing, SPREAD_NARROW).choices.map((c) => c.steps[0]);
    expect(few(...numbers("council"), ...numbers("arm"), say("pass"))).toEqual(["council", "arm", "pass"]);
    expect(few(...numbers("council"), ...numbers("council"), say("pass"))).toHaveLength(7);
  });

  it("has no button for a verb that only leads to what glows, if it is the only one", () => {
    const moves = ["move ship moon-1", "move ship moon-2", "move cruiser moon-1"].map(say);
    expect(walk(moves, [], isThing).choices).toEqual([]);
    expect([...walk(moves, [], isThing).things.keys()]).toEqual(["ship", "cruiser"]);
    expect(walk([...moves, say("done")], [], isThing).choices.map((c) => c.steps)).toEqual([["move"], ["done"]]);
  });

  it("sets a number with two buttons where it alone differs", () => {
    const choices = (...words: string[]) => walk(words.map(say), [words[0]!.split(" ")[0]!], isThing).choices;
    const range = numbers(choices("bid 3 now", "bid 1 now", "bid 2 now", "bid 10 now"));
    expect(range?.map(({ number }) => number)).toEqual([1, 2, 3, 10]);
    expect(range?.[3]?.choice.sentences[0]?.words).toEqual(["bid", "10", "now"]);
    expect(numbers(choices("bid 1", "bid 2", "bid 3"))).toBeUndefined();
    expect(numbers(choices("bid 1", "bid 2", "bid 3", "bid none"))).toBeUndefined();
    expect(numbers(choices("bid 1 now", "bid 2 now", "bid 3 now", "bid 4 then"))).toBeUndefined();
  });

  it("waits for a yes where dice fall or more follows, or where the last word was not pointed at", () => {
    const build = say("build cruiser moon-2");
    const asks = (more: Partial<Sentence>, ...steps: string[]) => waits({ ...build, ...more }, steps, isThing);
    expect(asks({}, "cruiser")).toBe(false);
    expect(asks({ firm: true }, "cruiser")).toBe(true);
    expect(asks({ firm: true }, "cruiser", "moon-2")).toBe(false);
    expect(asks({ firm: true, then: [{ label: ["Roll"] }] }, "cruiser", "moon-2")).toBe(true);
    expect(asks({ odds: { hits: 1, of: 2 } }, "cruiser", "moon-2")).toBe(true);
  });

  it("has one button for what can be done with one player or another", () => {
    const to = (id: string, seat: number) => ({ words: ["offer", id], label: ["Offer ", { id, name: id, seat }] });
    const { choices } = walk([to("red", 0), to("blue", 1), say("pass")], [], isThing);
    expect(choices.map((c) => c.steps.join(" "))).toEqual(["offer", "pass"]);
    expect(walk([to("red", 0), to("blue", 1)], ["offer"], isThing).choices).toHaveLength(2);
  });

  it("never passes over a thing", () => {
    expect(at("moon-1").left).toHaveLength(1);
    expect(lit("cruiser")).toEqual(["moon-1", "moon-2"]);
    expect(at("cruiser", "moon-2").whole?.words).toEqual(["build", "cruiser", "moon-2"]);
  });

  it("says what is settled and leaves a gap where it is not", () => {
    expect(at("cruiser").said).toEqual([
      { word: "build", step: false },
      { word: "cruiser", step: true },
    ]);
    expect(at("moon-2").said).toEqual([
      { word: "", step: false },
      { word: "moon-2", step: true },
    ]);
    expect(at().said).toEqual([]);
  });

  it("does not send a sentence nobody clicked, nor one of two", () => {
    expect(walk([say("done")], [], isThing).whole).toBeUndefined();
    expect(walk([say("done")], ["done"], isThing).whole?.words).toEqual(["done"]);
    const pair = [say("fund"), say("fund moon-1")];
    expect(walk(pair, ["fund"], isThing).whole).toBeUndefined();
    expect(walk(pair, ["fund"], isThing).enough?.words).toEqual(["fund"]);
    expect(at("moon-2").enough).toBeUndefined();
    expect(walk(pair, ["fund", "moon-1"], isThing).whole?.words).toEqual(["fund", "moon-1"]);
  });

  it("is empty when nothing follows the steps", () => {
    expect(at("attack", "ship").left).toEqual([]);
  });

  it("takes the same word twice only where the sentence has it twice", () => {
    const swap = [say("swap ship moon-1"), say("swap ship ship")];
    expect(walk(swap, ["ship", "ship"], isThing).whole?.words).toEqual(["swap", "ship", "ship"]);
  });
});

it("asks about a thing that is not lit with the words that lead to its like", () => {
  const ask = (word: string, ...steps: string[]) => question(table.map(say), steps, word, isThing).join(" ");
  expect(ask("ship")).toBe("attack ship");
  expect(ask("ship", "cruiser")).toBe("build cruiser ship");
  expect(ask("ship", "peek")).toBe("peek ship");
  expect(question([say("done")], [], "ship", isThing)).toEqual(["ship"]);
});

describe("completion", () => {
  const all = table.map(say);
  it("follows the words typed so far", () => {
    expect(complete(all, "b c", who).map((s) => s.words.join(" "))).toEqual([
      "build cruiser moon-1",
      "build cruiser moon-2",
    ]);
    expect(complete(all, "attack moon-2", who)).toHaveLength(1);
  });
  it("falls back to words anywhere", () => {
    expect(complete(all, "moon-2 attack", who).map((s) => s.words[0])).toEqual(["attack"]);
    expect(complete(all, "", who)).toHaveLength(all.length);
    expect(complete(all, "nonsense", who)).toEqual([]);
  });
});

it("reads ids as words", () => expect(plain("attack-from")).toBe("Attack from"));

describe("what a game calls something", () => {
  it("is words, not ids", () => {
    expect(listed("7th-academy-of-eegh")).toBe("7th academy of eegh");
    expect(listed("com-allies-2 def-either")).toBe("Com allies 2, Def either");
  });

  it("says yes, no and none", () => {
    expect(["true", "no", "", "none"].map(listed)).toEqual(["Yes", "No", "None", "None"]);
  });
});
