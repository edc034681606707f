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
  clause: string | null;
}

export interface Die {
  sides: number;
  rolled: number;
}

export interface Line {
  text: string;
  clause: string;
  about: string[];
  dice: Die[];
}

export type SeatState = "waiting" | "deciding" | "done" | "out" | "winner";

export interface SeatLook {
  name: string;
  colour: string;
  points: number;
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
