import { largeBody, limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { holdMemory } from "./body-limits.ts";

test("S2: large bodies of calls under way have 32 MiB in all, and small ones are always answered", () => {
  const underWay = Array.from({ length: 8 }, () => holdMemory(largeBody.bytes));
  const refused = expect.objectContaining({ code: "ERROR_SERVICE_UNAVAILABLE" });
  expect(() => holdMemory(limits.bodyBytes + 1)).toThrow(refused);
  holdMemory(limits.bodyBytes)[Symbol.dispose]();
  for (const body of underWay) body[Symbol.dispose]();
  holdMemory(2 * largeBody.maxBytes)[Symbol.dispose]();
  expect(() => holdMemory(largeBody.maxBytes)[Symbol.dispose]()).not.toThrow();
});
