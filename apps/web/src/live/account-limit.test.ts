import { expect, test } from "vitest";
import { accountLimit } from "./account-limits.ts";

test("each account has its own limit, and closing one frees a place", () => {
  const limit = accountLimit(2, "Close one.");
  const [first] = [limit.open(1), limit.open(1)];
  const refusal = expect.objectContaining({ code: "ERROR_TOO_MANY_REQUESTS", message: "Close one." });
  expect(() => limit.open(1)).toThrow(refusal);
  limit.open(2);
  first?.[Symbol.dispose]();
  limit.open(1);
  expect(() => limit.open(1)).toThrow(refusal);
});
