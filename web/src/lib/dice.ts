/** Checks a record's dice as far as a browser can: the opened secret fits the commitment, and the nonces are those given. */
import type { Table } from "./wire";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");

export function recordDice(record: string): { secret: string; commitment: string; nonces: string[] } {
  const all = (key: string) =>
    record.split("\n").flatMap((l) => (l.startsWith(`${key} `) ? [l.slice(key.length + 1)] : []));
  return { secret: all("secret")[0] ?? "", commitment: all("commitment")[0] ?? "", nonces: all("nonce") };
}

/** One sentence: what was found. */
export async function verifyDice(record: string, table: Table): Promise<string> {
  const { secret, commitment, nonces } = recordDice(record);
  if (!secret) return "The record does not open its secret: the game is not over.";
  if (!crypto.subtle)
    return "This page is not secure (https or localhost), so the browser computes no hashes. Use “astrarium record verify”.";
  const found = hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
  if (found !== commitment || commitment !== table.commitment)
    return "The secret does not fit the commitment that was shown before the start.";
  const foreign = nonces.filter((nonce) => !table.nonces.includes(nonce));
  if (foreign.length) return "The record holds nonces that nobody at the table gave.";
  return `The secret fits the commitment, with ${nonces.length} ${nonces.length === 1 ? "nonce" : "nonces"} from the players. “astrarium record verify” repeats every roll.`;
}
