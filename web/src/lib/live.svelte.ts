/** A live table: the socket, what is shown of it now, and what still waits to be told. */
import ReconnectingSocket from "partysocket/ws";
import { token } from "./api";
import { site } from "./base";
import { beats, synced, turned, updated, type Feed } from "./feed";
import { isStaged } from "./stage";
import { PACE, settings } from "./settings.svelte";
import { play } from "./sound";
import type { FromServer, LogItem, Seat, ToServer } from "./wire";

type News = Extract<FromServer, { type: "sync" | "update" }>;
type Bye = Extract<FromServer, { type: "bye" }>;
export type Answer = Exclude<FromServer, News | Bye | { type: "presence" }>;
/** What is sent under an id, and sent again until it is answered. */
type Intent<T = ToServer> = T extends { id: string } ? Omit<T, "id"> : never;

/** What carries messages: the socket of a table, or what speaks as one does. */
export interface Line {
  addEventListener(type: "open" | "close" | "message", hear: (event: Event) => void): void;
  send(text: string): void;
  reconnect(): void;
  close(): void;
}

/** The socket of a table. `query` says what is known of it already. */
export const socketOf =
  (table: string) =>
  (query: () => string): Line => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const url = () => `${scheme}://${location.host}${site(`/api/tables/${table}/live`)}?${query()}`;
    return new ReconnectingSocket(url, [], { minReconnectionDelay: 300, maxReconnectionDelay: 5000 });
  };

/** A client that falls this far behind stops telling events one by one. */
const HASTE = 24;
/** Nobody listens to more lines than these at once. */
const UNTOLD = 12;

export class Live {
  /** What is on the screen. */
  feed = $state.raw<Feed | null>(null);
  /** The lines being told, if any. */
  beat = $state.raw<LogItem[] | null>(null);
  /** What the table will look like once they are told; nothing if it looks so already. */
  after = $state.raw<Feed | null>(null);
  /** The last lines that came without being told one by one. */
  untold = $state.raw<LogItem[]>([]);
  /** What still waits behind them. */
  waiting = $state(0);
  connected = $state(false);
  /** Who is there, once the server has said so. */
  online = $state.raw<Set<Seat>>();
  watchers = $state(0);
  /** Why the server closed the socket, if it said so. */
  bye = $state.raw<Bye | null>(null);

  #socket: Line;
  #queue: News[] = [];
  #head = -1; // the last sequence number received
  #eyes: Seat | null | undefined; // chosen by `look`
  #outbox = new Map<string, { text: string; answer: (a: Answer) => void }>();
  #held: News | undefined; // shown once the stage is over
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false; // what is told now was told before, and asked for

  constructor(connect: (query: () => string) => Line) {
    this.#socket = connect(() => this.#query());
    this.#socket.addEventListener("open", () => {
      this.connected = true;
      this.bye = null;
      for (const { text } of this.#outbox.values()) this.#socket.send(text);
    });
    this.#socket.addEventListener("close", () => (this.connected = false));
    this.#socket.addEventListener("message", (event) =>
      this.#hear(JSON.parse((event as MessageEvent<string>).data) as FromServer),
    );
  }

  /** Nothing is left to tell: the question may be asked. */
  get settled(): boolean {
    return this.beat === null && this.waiting === 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  /** Sends an intent until it is answered. */
  send(intent: Intent): Promise<Answer> {
    const id = token();
    const text = JSON.stringify({ ...intent, id });
    return new Promise((answer) => {
      this.#outbox.set(id, { text, answer });
      if (this.connected) this.#socket.send(text);
    });
  }

  /** Looks with other eyes; what the old ones saw is forgotten first. */
  look(seat: Seat | null): void {
    this.#eyes = seat;
    this.#head = -1;
    if (this.feed) this.feed = { ...this.feed, scene: null, ask: null };
    this.#socket.send(JSON.stringify({ type: "look", seat } satisfies ToServer));
  }

  /** Fetches the page of the log before the first line that is here. */
  async earlier(): Promise<void> {
    const before = this.feed?.earlier;
    if (before === undefined) return;
    const page = await this.send({ type: "log", before });
    if (page.type === "log" && this.feed) this.feed = turned(this.feed, before, page);
  }

  /** Shows everything that waits at once. */
  skip(): void {
    this.#release();
    while (this.#queue.length > 0) this.#show(this.#queue.shift()!);
    this.#rest();
  }

  #query(): string {
    const query = new URLSearchParams();
    const seat = this.#eyes === undefined ? this.feed?.viewer : this.#eyes;
    if (seat !== undefined) query.set("seat", seat === null ? "none" : String(seat));
    if (this.#head >= 0) query.set("since", String(this.#head));
    return query.toString();
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "sync":
      case "update":
        return this.#take(message);
      case "presence":
        this.online = new Set(message.online);
        this.watchers = message.watchers;
        return;
      case "bye":
        this.bye = message;
        return;
      default:
        if (message.id === undefined)
          throw new Error(`the server could not read what was sent: ${JSON.stringify(message)}`);
        this.#outbox.get(message.id)?.answer(message);
        this.#outbox.delete(message.id);
    }
  }

  #take(message: News): void {
    if (message.type === "update") {
      if (this.#head < 0 || message.seq <= this.#head) return; // a sync is on its way, or heard twice
      if (message.from !== this.#head) return this.#socket.reconnect();
    } else {
      this.#queue = []; // a sync says everything anew
      this.#held = undefined;
      this.#rest();
    }
    this.#head = message.seq;
    this.#queue.push(message);
    this.waiting = this.#queue.length;
    if (this.beat === null) this.#next();
  }

  /** Shows the next message and tells what happened in it, then goes on. */
  #next(): void {
    const message = this.#queue.shift();
    if (!message) return this.#rest();
    // What others do while my own question stays the same waits in the log: nothing is taken from under my finger.
    const busy = message.type === "update" && message.ask === undefined && this.feed?.ask;
    const told = message.type === "update" && !busy ? beats(message.items) : [];
    // What is shown on the stage comes before the board changes.
    if (message.type === "update" && this.feed && this.#pace() > 0 && told.some(isStaged)) {
      this.#held = message;
      this.after = updated(this.feed, message) ?? null;
    } else this.#show(message);
    this.waiting = this.#queue.length;
    const lines = message.type === "update" ? message.items.filter((item) => item.kind === "line") : [];
    this.untold = told.length > 0 && this.#pace() > 0 ? [] : [...this.untold, ...lines].slice(-UNTOLD);
    this.#tell(this.#hurried() ? told.slice(-1) : told);
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    this.after = null;
    if (held) this.#show(held);
  }

  /** Tells once more what has happened, on the board as it is now. */
  retell(items: LogItem[]): void {
    if (!this.settled) return;
    this.#again = true;
    this.#tell(beats(items));
  }

  #tell(rest: LogItem[][]): void {
    const pace = this.#pace();
    const [beat, ...later] = rest;
    if (!beat || pace === 0) {
      this.beat = null;
      this.#release();
      return this.#queue.length > 0 ? this.#next() : this.#rest();
    }
    this.beat = beat;
    const dice = beat.some((line) => line.dice?.length);
    play(dice ? "dice" : "event");
    const length = pace * (isStaged(beat) ? 2.2 : 0.8) * (1 + 0.25 * (beat.length - 1));
    this.#timer = setTimeout(() => this.#tell(later), Math.min(length, 4 * pace));
  }

  #pace(): number {
    return this.#hurried() ? 0 : PACE[settings.speed] || (this.#again ? PACE.fast : 0);
  }

  #hurried(): boolean {
    return document.hidden || this.#queue.length > HASTE;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#again = false;
    this.beat = null;
    this.after = null;
    this.waiting = this.#queue.length;
  }

  #show(message: News): void {
    const asked = this.feed?.ask?.question;
    if (message.type === "sync") this.feed = synced(message);
    else {
      const feed = this.feed && updated(this.feed, message);
      if (!feed) {
        this.#head = -1; // ask for everything
        return this.#socket.reconnect();
      }
      this.feed = feed;
    }
    const question = this.feed.ask?.question;
    if (question !== undefined && question !== asked) play("turn");
  }
}
