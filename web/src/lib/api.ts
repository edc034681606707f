/** The HTTP part of the protocol: one function per request. */
import type { Clock, Failure, Frame, Home, Me, Replay, Rules, SeatPlan, Stats, Table, Title, Level } from "./wire";

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.text);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: HeadersInit = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(`/api/${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const json = (await answer.json().catch(() => ({}))) as T & { error?: Failure };
  if (!answer.ok) throw new Refused(json.error ?? { code: "internal", text: `the server answered ${answer.status}` });
  return json;
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);

/** 128 random bits, for nonces and for the ids of intents. */
export function token(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Titles and levels do not change while the page lives. */
let catalogue: Promise<{ titles: Title[]; levels: Level[] }> | undefined;

export const api = {
  home: () => get<Home>("home"),
  me: () => get<Me>("me"),
  rename: (name: string) => ask<Me>("PUT", "me", { name }),
  catalogue: () => (catalogue ??= get("titles")),
  title: async (id: string) => (await api.catalogue()).titles.find((t) => t.id === id),

  table: (id: string) => get<Table>(`tables/${id}`),
  invitation: (invite: string) => get<Table>(`invitations/${invite}`),
  create: (plan: {
    title: string;
    options?: Record<string, string>;
    public?: boolean;
    seats?: SeatPlan[];
    clock?: Clock | null;
  }) => post<Table>("tables", plan),
  sit: (id: string, seat: number, name: string, invite?: string) =>
    post<Table>(`tables/${id}/sit`, { seat, nonce: token(), ...(name && { name }), ...(invite && { invite }) }),
  leave: (id: string, seat: number) => post<Table>(`tables/${id}/leave`, { seat }),
  chair: (id: string, seat: number, to: SeatPlan) => post<Table>(`tables/${id}/chair`, { seat, to }),
  /** Starts a table; its own seats get their nonces now, after the commitment was seen. */
  start: (table: Table) => {
    const mine = table.seats.flatMap((chair, seat) => (chair.mine && !chair.ready ? [[String(seat), token()]] : []));
    return post<Table>(`tables/${table.id}/start`, { nonces: Object.fromEntries(mine) });
  },
  close: (id: string) => ask<Table>("DELETE", `tables/${id}`),
  rematch: (id: string) => post<Table>(`tables/${id}/rematch`),
  branch: (id: string, entry: number) => post<Table>(`tables/${id}/branch`, { entry }),

  replay: (id: string) => get<Replay>(`tables/${id}/replay`),
  frame: (id: string, entry: number, seat: number | null) =>
    get<Frame>(`tables/${id}/replay/${entry}${seat === null ? "" : `?seat=${seat}`}`),
  record: async (id: string) => {
    const answer = await fetch(`/api/tables/${id}/record`);
    if (!answer.ok) throw new Refused({ code: "hidden", text: "the record opens when the game is over" });
    return answer.text();
  },
  rules: (title: string) => get<Rules>(`titles/${title}/rules`),
  /** Of games that were played here, or that bots play for comparison. */
  stats: (title: string, of: "stats" | "simulation") => get<Stats>(`titles/${title}/${of}`),
};

/** What to tell a person about anything that was thrown. */
export function say(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  return { code: "network", text: "the server does not answer; is it running?" };
}
