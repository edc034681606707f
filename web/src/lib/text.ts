/** Texts are words and references; here they become plain words, for those who cannot see them and for searching. */
import type { Seat, Sentence, Text } from "./wire";

/** Who sits where. */
export type Who = (seat: Seat) => string;

/** A text as a person would read it aloud. */
export function spell(text: Text, who: Who): string {
  return text
    .map((part) => (typeof part === "string" ? part : part.seat === undefined ? part.name : who(part.seat)))
    .join("");
}

/** The things a text refers to, by id. */
export const ids = (text: Text): string[] => text.flatMap((part) => (typeof part === "string" ? [] : [part.id]));

/** What a word of sentences is called, if a sentence's label says so. */
export function nameIn(sentences: Sentence[], word: string, who: Who): string | undefined {
  for (const { label } of sentences)
    for (const part of label) if (typeof part !== "string" && part.id === word) return spell([part], who);
  return undefined;
}
