/** The table in words, for players who cannot see it: what is where, who holds it, what is next to it. */
import { called } from "./look";
import type { Item, Panel, Scene, Seat, Shape } from "./wire";
import type { Who } from "./text";
import { plain } from "./walk";

/** Something to ask about the table, and the answer. */
export interface Query {
  ask: string;
  answer: string;
}

const named = (thing: Shape | Item) => plain(called(thing) ?? thing.id);

/** A scene as a blind player needs it: what lies on what, and what is next to what. */
export class Survey {
  readonly #scene: Scene;
  readonly #who: Who;
  readonly #lying = new Map<string, Shape[]>();
  readonly #near = new Map<string, string[]>();
  readonly #byId = new Map<string, Shape>();

  constructor(scene: Scene, who: Who) {
    this.#scene = scene;
    this.#who = who;
    const add = <T>(map: Map<string, T[]>, key: string, value: T) => map.set(key, [...(map.get(key) ?? []), value]);
    for (const shape of scene.shapes) {
      if (shape.id) this.#byId.set(shape.id, shape);
      if (shape.on) add(this.#lying, shape.on, shape);
    }
    for (const [a, b] of scene.ways ?? []) {
      add(this.#near, a, b);
      add(this.#near, b, a);
    }
  }

  /** What something else lies on, or beside. */
  places(): Shape[] {
    return this.#scene.shapes.filter((s) => s.id && !s.on && (this.#near.has(s.id) || this.#lying.has(s.id)));
  }

  /** What lies on a place, perhaps only one seat's, in a few words; the same thing is counted. */
  lying(place: Shape, seat?: Seat): string[] {
    const counts = new Map<string, number>();
    for (const shape of this.#lying.get(place.id) ?? []) {
      const what = called(shape);
      if (!what || (seat !== undefined && shape.owner !== seat)) continue;
      if (what === called(place)) continue; // a part of the place itself
      const text = seat === undefined ? this.#owned(what, shape.owner) : what;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return [...counts].map(([text, n]) => (n > 1 ? `${n} × ${text}` : text));
  }

  /** Whose it is, by the name of its player; a game may have said it by the seat's own name. */
  #owned(what: string, owner: Seat | undefined): string {
    if (owner === undefined) return what;
    const own = ` of ${this.#scene.seats[owner]?.name ?? ""}`.toLowerCase();
    const bare = what.toLowerCase().endsWith(own) ? what.slice(0, -own.length) : what;
    return `${bare} of ${this.#who(owner)}`;
  }

  /** A place as it is called: its name, who holds it, what is there, what it is next to. */
  place(shape: Shape): string {
    const there = this.lying(shape);
    const near = (this.#near.get(shape.id) ?? []).flatMap((id) => this.#byId.get(id) ?? []).map(named);
    return [
      shape.label && !shape.tip?.startsWith(shape.label) ? shape.label : "",
      shape.count,
      shape.tip || (shape.label ? "" : shape.id),
      shape.owner === undefined ? "" : `held by ${this.#who(shape.owner)}`,
      there.length ? `there: ${there.join(", ")}` : "",
      near.length ? `next to ${near.join(", ")}` : "",
    ]
      .filter(Boolean)
      .join("; ");
  }
}

/** What can be asked about the table: every place, everybody's things, how everybody stands. */
export function queries(scene: Scene, viewer: Seat | null, who: Who): Query[] {
  const survey = new Survey(scene, who);
  const all = survey.places();
  const of = (seat: Seat) => {
    const held = all.filter((p) => p.owner === seat).map(named);
    const things = all.flatMap((p) => {
      const there = survey.lying(p, seat);
      return there.length ? [`${there.join(", ")} at ${named(p)}`] : [];
    });
    return [held.length ? `holds ${held.join(", ")}` : "holds nothing", ...things].join("; ");
  };
  const stands = (seat: Seat) => {
    const { points, key = [] } = scene.seats[seat]!;
    const figures = key.map((item) => `${item.value} ${item.label}`);
    return [points === undefined ? "" : `${points} points`, ...figures].filter(Boolean).join(", ");
  };
  const seats = scene.seats.map((_, seat) => seat);
  return [
    { ask: "How does everybody stand?", answer: seats.map((s) => `${who(s)}: ${stands(s)}`).join(". ") },
    ...seats.map((s) => ({ ask: s === viewer ? "Where are my things?" : `Where is ${who(s)}?`, answer: of(s) })),
    ...all.map((p) => ({ ask: `What is at ${named(p)}?`, answer: survey.place(p) })),
    ...scene.panels.filter((p) => p.id !== "choice").map((p) => ({ ask: `Panel: ${p.title}`, answer: inside(p) })),
  ];
}

/** A panel read aloud. */
function inside(panel: Panel): string {
  const item = (i: Item) => [i.value, i.label || i.tip].filter(Boolean).join(" ");
  const groups = panel.groups.map((g) => [g.title, g.items.map(item).join(", ")].filter(Boolean).join(": "));
  return groups.join("; ");
}
