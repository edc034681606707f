/**
 * The sentence walk: which words may come next, and what is left after each click. It knows no game.
 *
 * A word is a *thing* when something on the table has it as id; every other word is a verb or a number. A step may skip
 * words that are no things, because clicking a moon means “whatever can be done with this moon”. So a step is a word, and
 * a sentence follows the steps when each of them is found in it, in order, with no thing passed over.
 */
import { spell, type Who } from "./text";
import type { Sentence } from "./wire";

export type IsThing = (word: string) => boolean;

/** Which places of a sentence the steps have taken, or nothing when it does not follow them. */
export function places(words: string[], steps: string[], isThing: IsThing): Set<number> | undefined {
  const taken = new Set<number>();
  for (const step of steps) {
    const place = reach(words, taken, isThing).find((i) => words[i] === step);
    if (place === undefined) return undefined;
    taken.add(place);
  }
  return taken;
}

/** The open places a next step can take: the verbs before the first open thing, and that thing. */
function reach(words: string[], taken: Set<number>, isThing: IsThing): number[] {
  const open = words.map((_, i) => i).filter((i) => !taken.has(i));
  const thing = open.findIndex((i) => isThing(words[i]!));
  return thing < 0 ? open : open.slice(0, thing + 1);
}

/** One button: the words it adds, and the sentences that stay possible with them. */
export interface Choice {
  steps: string[];
  sentences: Sentence[];
}

/**
 * Verbs whose sentences need no thing are not buttons themselves, their sentences are, as long as each has a key. Where there is
 * little room, several such verbs stay closed sooner.
 */
const SPREAD = 9;
export const SPREAD_NARROW = 5;

export interface Walk {
  /** The sentences that follow all steps. */
  left: Sentence[];
  /** Words that light things on the table. */
  things: Map<string, Sentence[]>;
  /** What can be said without pointing: verbs, or whole sentences where they are few. */
  choices: Choice[];
  /** The sentence so far: what was clicked, and what all sentences left agree on. A gap is an empty word. */
  said: { word: string; step: boolean }[];
  /** The one sentence that is left after a click: it can be sent. */
  whole: Sentence | undefined;
  /** A sentence that says no more than what is settled, while others go on: it can be sent by a button. */
  enough: Sentence | undefined;
}

export function walk(sentences: Sentence[], steps: string[], isThing: IsThing, most = SPREAD): Walk {
  const followed = sentences.flatMap((sentence) => {
    const taken = places(sentence.words, steps, isThing);
    return taken ? [{ sentence, taken }] : [];
  });
  const things = new Map<string, Sentence[]>();
  const verbs = new Map<string, Open[]>();
  for (const { sentence, taken } of followed) {
    const next = reach(sentence.words, taken, isThing);
    const first = next[0];
    const last = next.at(-1);
    if (first === undefined || last === undefined) continue;
    if (isThing(sentence.words[last]!)) add(things, sentence.words[last]!, sentence);
    if (isThing(sentence.words[first]!)) continue;
    const open = sentence.words.filter((_, i) => !taken.has(i));
    add(verbs, sentence.words[first]!, { sentence, open });
  }
  const left = followed.map((f) => f.sentence);
  const flat = [...verbs.values()].filter((list) => !list.some(({ open }) => open.some(isThing)));
  const several = flat.filter((list) => list.length > 1).length > 1;
  const few = flat.reduce((sum, list) => sum + list.length, 0) <= (several ? most : SPREAD);
  return {
    left,
    things,
    choices: pointless(
      [...verbs].flatMap(([word, list]) =>
        flat.includes(list) && ((few && !isWhom(list)) || list.length === 1) ? spread(list) : [closed(word, list)],
      ),
      isThing,
    ),
    said: said(followed),
    whole: steps.length > 0 && left.length === 1 ? left[0] : undefined,
    enough:
      steps.length > 0 && left.length > 1 ? left.find((s) => s.words.every((w, i) => agreed(left, w, i))) : undefined,
  };
}

/** The same with one player or another: one button for the kind of action, then whom. */
const isWhom = (list: Open[]) =>
  list.length > 1 &&
  list.every(({ sentence: { words, label } }) =>
    label.some((part) => typeof part !== "string" && part.seat !== undefined && part.id === words.at(-1)),
  );

function add<T>(map: Map<string, T[]>, word: string, value: T): void {
  const list = map.get(word);
  if (list) list.push(value);
  else map.set(word, [value]);
}

interface Open {
  sentence: Sentence;
  open: string[];
}

const spread = (list: Open[]): Choice[] => list.map(({ sentence, open }) => ({ steps: open, sentences: [sentence] }));

const closed = (word: string, list: Open[]): Choice => ({ steps: [word], sentences: list.map((l) => l.sentence) });

/** A verb that only leads to what glows says nothing if it is the only one: pointing is enough. */
function pointless(choices: Choice[], isThing: IsThing): Choice[] {
  const [first] = choices;
  const points = choices.length === 1 && first!.sentences.length > 1;
  return points && first!.sentences.every((s) => s.words.some(isThing)) ? [] : choices;
}

function said(followed: { sentence: Sentence; taken: Set<number> }[]): Walk["said"] {
  const first = followed[0];
  if (!first || first.taken.size === 0) return [];
  const end = Math.max(...first.taken);
  return first.sentence.words.slice(0, end + 1).map((word, i) => {
    const all = followed.map((f) => f.sentence);
    return { word: agreed(all, word, i) ? word : "", step: first.taken.has(i) };
  });
}

function agreed(sentences: Sentence[], word: string, place: number): boolean {
  return sentences.every((s) => s.words[place] === word);
}

/** The words to ask about when a thing is not lit: it takes the place of the next thing of the commonest way to go on. */
export function question(sentences: Sentence[], steps: string[], word: string, isThing: IsThing): string[] {
  const ways = new Map<string, string[][]>();
  for (const { words } of sentences) {
    const taken = places(words, steps, isThing);
    const next = taken && reach(words, taken, isThing).at(-1);
    if (next !== undefined && isThing(words[next]!)) add(ways, words.slice(0, next).join(" "), words.slice(0, next));
  }
  const best = [...ways.values()].sort((a, b) => b.length - a.length)[0];
  return [...(best?.[0] ?? steps), word];
}

/** Choices that differ in one number alone, smallest first: a person sets it with two buttons. */
export function numbers(choices: Choice[]): { number: number; choice: Choice }[] | undefined {
  const [first, ...others] = choices;
  if (!first || choices.length < 4 || choices.some((c) => c.sentences.length > 1)) return undefined;
  const at = first.steps.findIndex((word, i) => others.some((c) => c.steps[i] !== word));
  const alike = (c: Choice) =>
    c.steps.length === first.steps.length && c.steps.every((w, i) => i === at || w === first.steps[i]);
  if (at < 0 || !others.every(alike) || !choices.every((c) => /^\d+$/.test(c.steps[at]!))) return undefined;
  return choices.map((choice) => ({ number: +choice.steps[at]!, choice })).sort((a, b) => a.number - b.number);
}

/**
 * Whether a sentence waits for a yes, though it is whole: dice decide it, more follows from it than it says, or it cannot be taken back
 * and names a thing that nobody has pointed at.
 */
export function waits(sentence: Sentence, steps: string[], isThing: IsThing): boolean {
  const implied = () => sentence.words.some((word) => isThing(word) && !steps.includes(word));
  return sentence.odds !== undefined || Boolean(sentence.then?.length) || (sentence.firm === true && implied());
}

/** A sentence of several words may be typed word by word: what can follow the text, for completion. */
export function complete(sentences: Sentence[], text: string, who: Who): Sentence[] {
  const typed = text.toLowerCase().trimStart().split(/\s+/);
  const fits = (s: Sentence) => typed.every((t, i) => (s.words[i] ?? "").startsWith(t));
  const exact = sentences.filter(fits);
  if (exact.length > 0) return exact;
  const parts = typed.filter(Boolean);
  return sentences.filter((s) =>
    parts.every((p) => `${s.words.join(" ")} ${spell(s.label, who)}`.toLowerCase().includes(p)),
  );
}

/** What a button that leads on says: the words with which all its sentences begin, else its verb. */
export function leading({ steps, sentences }: Choice, who: Who): string {
  const [first = [], ...others] = sentences.map((s) => spell(s.label, who).split(" "));
  const end = first.findIndex((word, i) => others.some((other) => other[i] !== word));
  const same = first.slice(0, Math.max(end, 0)).join(" ").replace(/ an?$/, "");
  return `${same.includes(" ") ? same : plain(steps.join(" "))} …`;
}

/** A word, or several, that a game has for something: `warp-drive shield` → “Warp drive, Shield”. */
export function listed(words: string): string {
  const named: Record<string, string> = { "": "None", none: "None", true: "Yes", false: "No" };
  return named[words] ?? words.split(" ").map(plain).join(", ");
}

/** `attack-from` → “Attack from”. */
export function plain(word: string): string {
  const text = word.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
