/** What the server says and hears, as in docs/protocol.md. */

export type Seat = number;
export type Point = [number, number];

export interface Odds {
  hits: number;
  of: number;
}

export interface Sentence {
  words: string[];
  label: string;
  odds?: Odds;
}

export interface Prompt {
  text: string;
  clause: string;
}

export interface Refusal {
  text: string;
  clause?: string | null;
}

export interface Die {
  sides: number;
  rolled: number;
}

export type SeatState = "waiting" | "deciding" | "done" | "out" | "winner";

export interface SeatLook {
  name: string;
  colour: string;
  points?: number;
  state: SeatState;
}

export type Form = { symbol: string } | { line: Point } | { area: Point[] } | "text";

export interface Shape {
  id: string;
  form: Form;
  at: Point;
  size: number;
  owner?: Seat;
  label?: string;
  count?: string;
  tip?: string;
  style?: string[];
}

export type Layout = "counters" | "cards" | "tree" | "track";

export interface Item {
  id: string;
  symbol?: string;
  label: string;
  value?: string;
  tip?: string;
  owner?: Seat;
  cell?: Point;
  /** The cells of a tree that lead to this one. */
  after?: Point[];
  style?: string[];
}

export interface Group {
  title: string;
  layout: Layout;
  items: Item[];
}

export interface Panel {
  id: string;
  title: string;
  seat?: Seat;
  groups: Group[];
}

export interface Scene {
  size: Point;
  shapes: Shape[];
  panels: Panel[];
  seats: SeatLook[];
  heading: string;
}

export interface OptionSpec {
  id: string;
  values: { "one-of": string[] } | { range: Point } | "switch";
  about: string;
}

export interface Title {
  id: string;
  name: string;
  prefix: string;
  min_seats: number;
  max_seats: number;
  about: string;
  minutes: number;
  weight: number;
  options: OptionSpec[];
  defaults: Record<string, string>;
  /** Number of seats for each word of the option `players`. */
  seats: Record<string, number>;
}

export interface Level {
  id: string;
  name: string;
  about: string;
}

export interface Me {
  name: string;
}

export type Status = "lobby" | "playing" | "over" | "closed";

export interface Chair {
  kind: "open" | "person" | "bot";
  name: string;
  level?: string;
  mine: boolean;
  online: boolean;
  ready: boolean;
  stand_in?: string;
  votes: Seat[];
  time?: Time;
}

/** Milliseconds on a seat's clock, when it was sent. */
export interface Time {
  left: number;
  runs: boolean;
}

/** Seconds for the whole game, or for each decision. */
export type Clock = { game: number } | { decision: number };

/** Points by seat that came from one thing. */
export interface Source {
  name: string;
  points: number[];
}

export interface Table {
  id: string;
  title: string;
  options: Record<string, string>;
  public: boolean;
  status: Status;
  seats: Chair[];
  host: boolean;
  invite?: string;
  commitment: string;
  nonces: string[];
  secret?: string;
  asked: Seat[];
  places?: number[];
  sources?: Source[];
  clock?: Clock;
  closed?: string;
  from?: { table: string; entry: number };
  next?: string;
  created: number;
  changed: number;
}

export interface Summary {
  id: string;
  title: string;
  status: Status;
  seats: { kind: Chair["kind"]; name: string; mine: boolean }[];
  asked: Seat[];
  your_turn: boolean;
  places?: number[];
  heading: string;
  public: boolean;
  created: number;
  changed: number;
}

export interface Home {
  me: Me;
  titles: Title[];
  levels: Level[];
  mine: Summary[];
  open: Summary[];
  recent: Summary[];
}

export type SeatPlan = { kind: "person"; name?: string } | { kind: "bot"; level: string } | { kind: "open" };

export interface ReplayEntry {
  entry: number;
  seat?: Seat;
  sentence: string;
  label: string;
  heading: string;
  points: number[];
  /** Thousandths of winning, by seat. */
  chances: number[];
}

export interface Replay {
  table: Table;
  entries: ReplayEntry[];
  lines: LogItem[];
}

export interface Frame {
  entry: number;
  scene: Scene;
  prompt?: Prompt;
  lines: LogItem[];
}

export interface RulesTable {
  head: string[];
  rows: { clause?: string; cells: string[] }[];
}

export type Part = { clause?: string; text: string } | RulesTable;

export interface Rules {
  title: string;
  name: string;
  sections: { heading: string; level: number; parts: Part[] }[];
}

export interface Share {
  name: string;
  games: number;
  wins: number;
}

export interface Stats {
  games: number;
  decisions: { least: number; middle: number; most: number };
  seats: Share[];
  facts: Record<string, Share[]>;
  points: { place: number; mean: number }[];
  sources: { name: string; mean: number; winners: number }[];
}

export interface LogItem {
  seq: number;
  at: number;
  kind: "line" | "chat" | "note";
  /** Of the record; only in a replay. */
  entry?: number;
  seat?: Seat;
  name?: string;
  text: string;
  clause?: string;
  about?: string[];
  dice?: Die[];
}

export interface Ask {
  seat: Seat;
  question: number;
  prompt: Prompt;
  sentences: Sentence[];
}

export type Undo = { ok: true; label: string } | { ok: false; why: string };

export interface Sync {
  type: "sync";
  seq: number;
  viewer: Seat | null;
  table: Table;
  items: LogItem[];
  /** There are more before this number: ask with `log`. */
  earlier?: number;
  scene: Scene | null;
  ask: Ask | null;
  undo: Undo;
}

export interface ListChange<T> {
  length: number;
  set: [number, T][];
}

export interface Change {
  size?: Point;
  heading?: string;
  shapes?: ListChange<Shape>;
  panels?: ListChange<Panel>;
  seats?: ListChange<SeatLook>;
}

export interface Update {
  type: "update";
  from: number;
  seq: number;
  items: LogItem[];
  gone: number[];
  table?: Table;
  scene?: Scene;
  change?: Change;
  ask?: Ask | null;
  undo?: Undo;
}

export interface Failure {
  code: string;
  text: string;
  clause?: string;
}

export interface Hint {
  words: string[];
  label: string;
  chance: number;
}

export type Answer =
  | { type: "done"; id: string; seq: number }
  | { type: "refused"; id?: string; error: Failure }
  | { type: "why"; id: string; refusal: Refusal }
  | { type: "hint"; id: string; sentences: Hint[] }
  | { type: "log"; id: string; items: LogItem[]; earlier?: number };

export type FromServer =
  | Sync
  | Update
  | Answer
  | { type: "presence"; online: Seat[]; watchers: number }
  | { type: "bye"; code: string; text: string };

/** What is sent under an id, and sent again until it is answered. */
export type Intent =
  | { type: "act"; seat: Seat; sentence: string; question: number }
  | { type: "undo" | "hint" | "vote" | "away" | "back"; seat: Seat }
  | { type: "chat"; text: string }
  | { type: "why"; seat: Seat; words: string[] }
  | { type: "log"; before: number };
