/** Where a clause of the rules stands. */
import { api } from "./api";

const titles = new Map<string, string>();

/** Learns which title each prefix belongs to; links before that lead to the list of rules. */
export async function learnClauses(): Promise<void> {
  for (const title of (await api.catalogue()).titles) titles.set(title.prefix, title.id);
}

export function clauseLink(clause: string): string {
  const title = titles.get(clause.split("-")[0] ?? "");
  return title ? `/rules/${title}#${clause}` : "/";
}
