import fc from "fast-check";
import { expect, test } from "vitest";
import { addressProblem, isListed } from "./address-list.ts";
import { hashKey, hintOf, isKeyShaped, keyFrom, newKey } from "./key.ts";

test("a new key has the shape of one, and is never made twice", () => {
  const keys = Array.from({ length: 1_000 }, newKey);
  expect(keys.every(isKeyShaped)).toBe(true);
  expect(new Set(keys).size).toBe(1_000);
});

test("a typo in any place is recognised without a query", () => {
  const key = newKey();
  fc.assert(
    fc.property(fc.integer({ min: 3, max: key.length - 1 }), fc.constantFrom(..."aZ0z9Q"), (at, letter) => {
      fc.pre(key[at] !== letter);
      expect(isKeyShaped(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false);
    }),
  );
});

test.each([[undefined], [null], [17], [{}], [""], ["gp_"], ["gp_x"], [["gp_"]]])("%j is no key", (value) => {
  expect(isKeyShaped(value)).toBe(false);
});

test("what is stored and shown does not reveal the key", () => {
  const key = newKey();
  expect(hashKey(key)).toHaveLength(32);
  expect(hintOf(key)).toMatch(/^gp_.{4}….{4}$/);
});

test("a key made from a seed is the same each time", () => {
  const seed = Buffer.alloc(32, 7);
  expect(keyFrom(seed)).toBe(keyFrom(seed));
  expect(isKeyShaped(keyFrom(seed))).toBe(true);
});

test.each([
  ["192.0.2.7", ["192.0.2.7"], true],
  ["192.0.2.7", ["192.0.2.0/24"], true],
  ["::ffff:192.0.2.7", ["192.0.2.0/24"], true],
  ["192.0.3.7", ["192.0.2.0/24"], false],
  ["2001:db8::1", ["2001:db8::/32"], true],
  ["2001:db9::1", ["192.0.2.0/24", "2001:db8::/32"], false],
  ["unknown", ["0.0.0.0/0"], false],
])("%s against %j: %s", (address, list, listed) => {
  expect(isListed(address, list)).toBe(listed);
});

test.each(["192.0.2.7", "192.0.2.0/24", "0.0.0.0/0", "2001:db8::/32", "::1"])(
  "%s can stand on an address list",
  (entry) => {
    expect(addressProblem(entry)).toBeUndefined();
    expect(() => isListed("192.0.2.7", [entry])).not.toThrow();
  },
);

test.each(["", "office", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/24/1", "2001:db8::/129", "192.0.2.0/-1", "1.2.3"])(
  "%j cannot, and is named",
  (entry) => {
    expect(addressProblem(entry)).toContain("is no address: give one such as 192.0.2.7");
  },
);
