/** How chances read. */
import { describe, expect, it } from "vitest";
import { percent } from "./look";

describe("a chance", () => {
  it("is a number, or two where it may still be raised", () => {
    expect(percent({ hits: 37, of: 50 })).toBe("74 %");
    expect(percent({ hits: 4, of: 216, most: 135 })).toBe("2–63 %");
    expect(percent({ hits: 1, of: 216, most: 20 })).toBe("< 1 – 9 %");
    expect(percent({ hits: 200, of: 400, most: 201 })).toBe("50 %");
  });
});
