import { expect, it } from "vitest";
import { Glossary } from "./glossary";
import type { Guide } from "./wire";

const guide: Guide = {
  title: "x",
  goal: null,
  question: {},
  summary: [],
  words: {
    beam: { text: "From afar.", forms: ["beams"] },
    "beam die": { text: "A die.", forms: [] },
    "beam-born": { text: "Sent.", forms: [] },
  },
};

it("finds every form as a whole word, the longest first", () => {
  const glossary = new Glossary("x", guide);
  const found = (text: string) =>
    glossary.split(text).flatMap((piece) => (typeof piece === "string" ? [] : [`${piece.form}=${piece.meaning.word}`]));
  expect(found("Beams are a beam, and the beam die is no moonbeam or beam-die, but beam-born.")).toEqual([
    "Beams=beam",
    "beam=beam",
    "beam die=beam die",
    "beam-born=beam-born",
  ]);
  expect(glossary.split("nothing")).toEqual(["nothing"]);
  expect(new Glossary("x", { ...guide, words: {} }).split("beam")).toEqual(["beam"]);
});
