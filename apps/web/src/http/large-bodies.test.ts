import { largeBody, limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { withinMemory } from "./body-limits.ts";

test("S2: large bodies of calls under way have 32 MiB in all, and small ones are always answered", async () => {
  const done = Promise.withResolvers<string>();
  const underWay = Array.from({ length: 8 }, () => withinMemory(largeBody.bytes, () => done.promise));
  const one = () => withinMemory(limits.bodyBytes + 1, async () => "one more");
  await expect(one()).rejects.toMatchObject({ code: "ERROR_SERVICE_UNAVAILABLE" });
  expect(await withinMemory(limits.bodyBytes, async () => "small")).toBe("small");
  done.resolve("large");
  expect(await Promise.all(underWay)).toEqual(Array(8).fill("large"));
  expect(await one()).toBe("one more");
  await expect(withinMemory(largeBody.maxBytes, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await withinMemory(2 * largeBody.maxBytes, async () => "all")).toBe("all");
});
