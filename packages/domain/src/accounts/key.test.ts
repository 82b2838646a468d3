import { expect, test } from "vitest";
import { isCellName } from "../platform/settings.ts";
import { addressProblem } from "./authenticate.ts";
import { hashKey, hintOf, isKeyShaped, keyFrom, newKey } from "./key.ts";

test.each([undefined, "eu1", "a", "abcdefg8"])(
  "a new key of the cell %s has the shape of one, and is never made twice",
  (cell) => {
    const keys = Array.from({ length: 1_000 }, () => newKey(cell));
    expect(keys.every(isKeyShaped)).toBe(true);
    expect(new Set(keys).size).toBe(1_000);
  },
);

test("a key names its cell and no other one: the checksum is of both", () => {
  const key = newKey("eu1");
  expect(key).toMatch(/^gp_eu1_[0-9A-Za-z]{38}$/);
  const random = key.slice("gp_eu1_".length);
  for (const prefix of ["gp_", "gp_us1_", "gp_eu_", "gp_EU1_", "gp_eu1__", "gp_eu1_eu1_", "gp__", "gp_eu1", "eu1_", ""])
    expect(isKeyShaped(`${prefix}${random}`), prefix).toBe(false);
  expect(isKeyShaped(newKey().replace("gp_", "gp_eu1_"))).toBe(false);
  for (const more of ["\n", " ", "_", "0"]) expect(isKeyShaped(`${key}${more}`)).toBe(false);
  for (const none of [undefined, 17, "", "gp_x"]) expect(isKeyShaped(none), `${none}`).toBe(false);
});

test("a cell's name is the name of a host, too", () => {
  expect(["eu1", "a", "abcdefg8"].filter(isCellName)).toHaveLength(3);
  expect(["", "1eu", "EU1", "eu_1", "eu-1", "eu.1", "abcdefgh9", "eu1\n", "é"].filter(isCellName)).toEqual([]);
});

test("what is stored and shown does not reveal the key; a key made from a seed is the same each time", () => {
  expect(hashKey(newKey())).toHaveLength(32);
  expect(hintOf(newKey())).toMatch(/^gp_.{4}….{4}$/);
  expect(hintOf(newKey("eu1"))).toMatch(/^gp_eu1_[0-9A-Za-z]{4}….{4}$/);
  const seed = Buffer.alloc(32, 7);
  expect(keyFrom(seed)).toBe(keyFrom(seed));
  expect(isKeyShaped(keyFrom(seed))).toBe(true);
  expect(isKeyShaped(keyFrom(seed, "eu1"))).toBe(true);
});

test.each(["", "office", "192.0.2.0/33"])("%j cannot stand on an address list, and is named", (entry) => {
  expect(addressProblem(entry)).toContain("is not an IP address: write one such as 192.0.2.7");
});
