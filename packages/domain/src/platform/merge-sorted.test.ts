import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { mergeSorted } from "./stored-objects.ts";

test.each([
  ["", "", []],
  ["ab", "ab", ["aa", "bb"]],
  ["abd", "bce", ["a-", "bb", "-c", "d-", "-e"]],
  ["", "ab", ["-a", "-b"]],
  ["ab", "", ["a-", "b-"]],
  ["c", "ab", ["-a", "-b", "c-"]],
  ["aab", "ab", ["aa", "a-", "bb"]],
])("%j and %j are paired in order", async (rows, keys, pairs) => {
  const merged = mergeSorted(Readable.from([...rows]), Readable.from([...keys]), (row: string) => row);
  expect(await Array.fromAsync(merged, ([row = "-", key = "-"]) => row + key)).toEqual(pairs);
});
