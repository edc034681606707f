/** Where a clause of the rules is. */
import { api } from "./api";
import { site } from "./base";

export const CLAUSE = /\b[A-Z][A-Z0-9]-P?\d{3}[a-z]?\b/;

const titles = new Map<string, string>();

/** Learns which title each prefix belongs to; links before that lead to the list of rules. */
export async function learnClauses(): Promise<void> {
  const { titles: all } = await api.catalogue().catch(() => ({ titles: [] })); // without the net there are no links to follow
  for (const title of all) titles.set(title.prefix, title.id);
}

/** The title whose rules have this clause. */
export const titleOf = (clause: string): string | undefined => titles.get(clause.split("-")[0] ?? "");

export function clauseLink(clause: string): string {
  const title = titleOf(clause);
  return site(title ? `/rules/${title}#${clause}` : "/");
}
