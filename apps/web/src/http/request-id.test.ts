import { expect, test } from "vitest";
import { requestIdOf } from "./answer.ts";

test("a short and plain id of the caller is kept, and any other replaced by a new one", () => {
  for (const sent of ["7", "order-118.2", "a".repeat(64)]) expect(requestIdOf(sent)).toBe(sent);
  for (const sent of [undefined, "", " 7", "a".repeat(65), "gp_4Xv", '7","level":"error', "7\n8", "é", ["7", "8"]])
    expect(requestIdOf(sent), String(sent)).toMatch(/^[0-9a-f]{12}$/);
});
