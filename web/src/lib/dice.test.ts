import { expect, it } from "vitest";
import { recordDice, verifyDice } from "./dice";
import type { Table } from "./wire";

// SHA-256 of 32 zero bytes.
const commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
const secret = "00".repeat(32);
const record = (open: string) =>
  `astrarium-record 1\ncommitment ${commitment}\nnonce aa\nnonce bb\n\nsetup # 00\n${open}`;
const table = (over: object = {}) => ({ commitment, nonces: ["aa", "bb"], ...over }) as Table;

it("finds secret, commitment and nonces in a record", () => {
  expect(recordDice(record(`secret ${secret}\n`))).toEqual({ secret, commitment, nonces: ["aa", "bb"] });
});

it("accepts what was committed to, and nothing else", async () => {
  expect(await verifyDice(record(`secret ${secret}`), table())).toContain("fits the commitment, with 2 nonces");
  expect(await verifyDice(record(`secret ${"01".repeat(32)}`), table())).toContain("does not fit");
  expect(await verifyDice(record(`secret ${secret}`), table({ commitment: "ff" }))).toContain("does not fit");
  expect(await verifyDice(record(`secret ${secret}`), table({ nonces: ["aa"] }))).toContain("nobody at the table gave");
  expect(await verifyDice(record(""), table())).toContain("not over");
});
