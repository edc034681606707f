/** The HTTP part of the protocol: one function per request. */
import { site } from "./base";
import type {
  Admit,
  Archive,
  Blocks,
  Branch,
  Channels,
  Complaint,
  Contents,
  Course,
  Create,
  Devices,
  Enter,
  Erase,
  Export,
  Failure,
  Home,
  House,
  Learn,
  Learned,
  Learner,
  Leave,
  Lecture,
  Link,
  Mail,
  MailTo,
  Me,
  Moment,
  NewChannel,
  Note,
  Opinion,
} from "./wire";
import type {
  PersonShown,
  Persons,
  Profile,
  Recovery,
  Reissue,
  Rename,
  Replay,
  Rule,
  Rules,
  SetChair,
  Sit,
  Start,
  Stats,
  Table,
  TablesKnown,
  Take,
  Titles,
  Turns,
  Wanted,
  What,
} from "./wire";

/** What went wrong; `network` is this browser's own word. */
export type Trouble = Omit<What, "code"> & { code: What["code"] | "network" };

export class Refused extends Error {
  constructor(readonly failure: What) {
    super(failure.text);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const headers: HeadersInit = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(site(`/api/${path}`), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const json = (await answer.json().catch(() => ({}))) as T & Partial<Failure>;
  if (!answer.ok) throw new Refused(json.error ?? { code: "internal", text: `the server answered ${answer.status}` });
  return json;
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T, B = object>(path: string, body: B) => ask<T>("POST", path, body);

/** 128 random bits, for nonces and for the ids of intents. */
export function token(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Titles and levels do not change while the page lives. */
let catalogue: Promise<Titles> | undefined;

export const api = {
  home: () => get<Home>("home"),
  turns: () => get<Turns>("me/turns"),
  archive: (words: string, before?: number) =>
    get<Archive>(`archive?${new URLSearchParams({ words, ...(before !== undefined && { before: String(before) }) })}`),
  me: () => get<Me>("me"),
  rename: (name: string) => ask<Me>("PUT", "me", { name } satisfies Rename),
  person: (id: string) => get<PersonShown>(`persons/${id}`),
  exported: () => post<Export>("me/export", {}),
  erase: () => post<object, Erase>("me/erase", { sure: true }),
  profile: (discreet: boolean) => ask<PersonShown>("PUT", "me/profile", { discreet } satisfies Profile),
  blocks: () => get<Blocks>("me/blocks"),
  block: (id: string) => ask<object>("PUT", `me/blocks/${id}`),
  unblock: (id: string) => ask<object>("DELETE", `me/blocks/${id}`),
  channels: () => get<Channels>("me/calls"),
  addChannel: (channel: NewChannel) => post<Channels, NewChannel>("me/calls", channel),
  removeChannel: (id: string) => ask<Channels>("DELETE", `me/calls/${id}`),
  tryChannel: (id: string) => post<Channels>(`me/calls/${id}/try`, {}),
  mail: () => get<Mail>("me/mail"),
  setMail: (address: string) => ask<Mail>("PUT", "me/mail", { address } satisfies MailTo),
  forgetMail: () => ask<Mail>("DELETE", "me/mail"),
  /** A link that lets this browser in goes to the address, if it is somebody's. */
  letter: (address: string) => post<object, MailTo>("letter", { address }),
  devices: () => get<Devices>("me/devices"),
  signOut: (device: string) => ask<Devices>("DELETE", `me/devices/${device}`),
  link: () => post<Link>("me/link", {}),
  recovery: () => post<Recovery>("me/recovery", {}),
  /** Becomes the person who made the key; `leave` gives up the seats of this browser. */
  enter: (key: string, leave: boolean) => post<Me, Enter>("continue", { key, leave }),
  admit: (code: string) => post<Me, Admit>("admit", { code }),
  note: (id: string) => get<Note>(`tables/${id}/note`),
  setNote: (id: string, text: string) => ask<Note>("PUT", `tables/${id}/note`, { text } satisfies Note),
  report: (id: string, seat: number, text: string) => post<object, Complaint>(`tables/${id}/report`, { seat, text }),
  catalogue: () => (catalogue ??= get("titles")),
  title: async (id: string) => (await api.catalogue()).titles.find((t) => t.id === id),

  table: (id: string) => get<Table>(`tables/${id}`),
  invitation: (invite: string) => get<Table>(`invitations/${invite}`),
  create: (plan: Create) => post<Table, Create>("tables", plan),
  sit: (id: string, seat: number, name: string, invite?: string) =>
    post<Table, Sit>(`tables/${id}/sit`, { seat, nonce: token(), ...(name && { name }), ...(invite && { invite }) }),
  leave: (id: string, seat: number) => post<Table, Leave>(`tables/${id}/leave`, { seat }),
  chair: (id: string, seat: number, to: Wanted) => post<Table, SetChair>(`tables/${id}/chair`, { seat, to }),
  /** Starts a table; its own seats get their nonces now, after the commitment was seen. */
  start: (table: Table) => {
    const mine = table.seats.flatMap((chair, seat) => (chair.mine && !chair.ready ? [[String(seat), token()]] : []));
    return post<Table, Start>(`tables/${table.id}/start`, { nonces: Object.fromEntries(mine) });
  },
  reissue: (id: string, seat: number) => post<Link, Reissue>(`tables/${id}/reissue`, { seat }),
  take: (id: string, seat: number, key: string, name: string) =>
    post<Table, Take>(`tables/${id}/take`, { seat, key, ...(name && { name }) }),
  close: (id: string) => ask<Table>("DELETE", `tables/${id}`),
  rematch: (id: string) => post<Table>(`tables/${id}/rematch`, {}),
  branch: (id: string, entry: number) => post<Table, Branch>(`tables/${id}/branch`, { entry }),

  replay: (id: string) => get<Replay>(`tables/${id}/replay`),
  frame: (id: string, entry: number, seat: number | null) =>
    get<Moment>(`tables/${id}/replay/${entry}${seat === null ? "" : `?seat=${seat}`}`),
  opinion: (id: string, entry: number) => get<Opinion>(`tables/${id}/replay/${entry}/why`),
  record: async (id: string) => {
    const answer = await fetch(site(`/api/tables/${id}/record`));
    if (!answer.ok) throw new Refused({ code: "hidden", text: "the record opens when the game is over" });
    return answer.text();
  },
  rules: (title: string) => get<Rules>(`titles/${title}/rules`),
  components: (title: string) => get<Contents>(`titles/${title}/components`),
  course: (title: string) => get<Course>(`titles/${title}/course`),
  lesson: (title: string, lesson: string, learner: Learner) =>
    post<Lecture, Learner>(`titles/${title}/lessons/${lesson}`, learner),
  puzzle: (title: string, puzzle: string, learner: Learner) =>
    post<Lecture, Learner>(`titles/${title}/puzzles/${puzzle}`, learner),
  learn: (title: string, word: string) => ask<Learned>("PUT", `titles/${title}/learned`, { word } satisfies Learn),
  /** Of games that were played here, or that bots play for comparison. */
  stats: (title: string, of: "stats" | "simulation") => get<Stats>(`titles/${title}/${of}`),
};

/** What the host of the server asks and decides. */
export const host = (token: string) => ({
  house: () => ask<House>("GET", "admin", undefined, token),
  persons: (words: string) => ask<Persons>("GET", `admin/persons?${new URLSearchParams({ words })}`, undefined, token),
  rule: (id: string, rule: Rule) => {
    const { muted, banned } = rule;
    return ask<Persons>("PUT", `admin/persons/${id}`, { muted, banned } satisfies Rule, token);
  },
  erase: (id: string) => ask<Persons>("DELETE", `admin/persons/${id}`, undefined, token),
  tables: (words: string, before?: number) => {
    const query = new URLSearchParams({ words, ...(before !== undefined && { before: String(before) }) });
    return ask<TablesKnown>("GET", `admin/tables?${query}`, undefined, token);
  },
  close: (id: string) => ask<Table>("DELETE", `admin/tables/${id}`, undefined, token),
  kick: (id: string, seat: number) => ask<Table>("POST", `admin/tables/${id}/kick`, { seat } satisfies Leave, token),
  reissue: (id: string, seat: number) =>
    ask<Link>("POST", `admin/tables/${id}/reissue`, { seat } satisfies Reissue, token),
  settle: (id: string) => ask<House>("DELETE", `admin/reports/${id}`, undefined, token),
});

/** Whether asking again is of no use: what was asked for is not there. */
export const isLost = ({ code }: Trouble): boolean => code === "not-found" || code === "malformed";

/** What to tell a person about anything that was thrown. */
export function say(error: unknown): Trouble {
  if (error instanceof Refused) return error.failure;
  return { code: "network", text: "the server does not answer; is it running?" };
}
