/** The words of a game, found wherever they occur. */
import { getContext, setContext } from "svelte";
import type { Guide } from "./wire";

export interface Meaning {
  word: string;
  text: string;
}

/** Words without a meaning of their own, and forms of words that have one. */
export type Piece = string | { form: string; meaning: Meaning };

export class Glossary {
  #forms = new Map<string, Meaning>();
  #pattern: RegExp | undefined;

  constructor(
    readonly title: string,
    guide: Guide,
  ) {
    for (const [word, { text, forms }] of Object.entries(guide.words))
      for (const form of [word, ...forms]) this.#forms.set(form.toLowerCase(), { word, text });
    // Of two that begin alike, the longer one.
    const forms = [...this.#forms.keys()].sort((a, b) => b.length - a.length);
    const escaped = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    if (forms.length)
      this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(${escaped.join("|")})(?![\\p{L}\\p{N}-])`, "giu");
  }

  split(text: string): Piece[] {
    if (!this.#pattern) return [text];
    const piece = (part: string, i: number): Piece =>
      i % 2 ? { form: part, meaning: this.#forms.get(part.toLowerCase())! } : part;
    return text.split(this.#pattern).map(piece);
  }
}

/** Where a word is explained. */
export const anchor = (word: string) => `word-${word.toLowerCase().replaceAll(" ", "-")}`;

const KEY = "glossary";
export const setGlossary = (glossary: () => Glossary | undefined) => setContext(KEY, glossary);
export const getGlossary = () => getContext<(() => Glossary | undefined) | undefined>(KEY);
