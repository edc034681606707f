/** Finds in a game's guide what a question is for. */
import { ids } from "./text";
import type { Ask, Guide, GuideKind } from "./wire";

/** A kind of question, by its key. */
export interface Explained {
  key: string;
  kind: GuideKind;
}

/** By the question's clause with a word: one with which an answer begins, or which the question refers to. Else by the clause alone. */
export function explained(guide: Guide | undefined, { prompt, sentences }: Ask): Explained | undefined {
  const words = new Set([...sentences.map((s) => s.words[0]), ...ids(prompt.text)]);
  const keys = Object.entries(guide?.question ?? {})
    .map(([key, kind]) => ({ key, kind, parts: key.split(" ") }))
    .filter(({ parts: [clause] }) => clause === prompt.clause);
  return keys.find(({ parts: [, word] }) => words.has(word)) ?? keys.find(({ parts }) => parts.length === 1);
}
