import { expect, it } from "vitest";
import { CLAUSE } from "./clauses";

it("knows every kind of id", () => {
  for (const id of ["GA-058", "E2-P012", "KU-001a"]) expect(`see ${id}.`.match(CLAUSE)?.[0]).toBe(id);
});
