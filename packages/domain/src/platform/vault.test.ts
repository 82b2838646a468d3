import fc from "fast-check";
import { expect, test } from "vitest";
import { createVault } from "./vault.ts";

const vault = createVault("a secret that is only used by tests");

test("what was sealed opens again with what it was bound to", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(), fc.nat(), fc.string(), (plain, account, task, name) => {
      const text = plain.toWellFormed();
      expect(vault.open(vault.seal(text, [account, task, name]), [account, task, name])).toBe(text);
    }),
  );
});

test("S8: a sealed value is refused with any byte flipped, for another account, task or name, and when cut short", () => {
  const sealed = vault.seal("349001", [1, 1000, "code"]);
  for (let at = 0; at < sealed.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const broken = Buffer.from(sealed);
      broken[at] = (broken[at] ?? 0) ^ (1 << bit);
      expect(() => vault.open(broken, [1, 1000, "code"]), `byte ${at}, bit ${bit}`).toThrow();
    }
  }

  expect(() => vault.open(sealed, [2, 1000, "code"])).toThrow();
  expect(() => vault.open(sealed, [1, 1001, "code"])).toThrow();
  expect(() => vault.open(sealed, [1, 1000, "pin"])).toThrow();
  for (let length = 0; length < sealed.length; length++)
    expect(() => vault.open(sealed.subarray(0, length), [1, 1000, "code"])).toThrow();
});

test("a secret that is too short is refused; two seals of one value differ, their fingerprints do not", () => {
  expect(() => createVault("short")).toThrow(/32 characters/);

  expect(vault.seal("1", [1, 1, "a"]).equals(vault.seal("1", [1, 1, "a"]))).toBe(false);
  expect(vault.fingerprint({ a: 1, b: [2] }, [1, 1, "a"])).toEqual(vault.fingerprint({ b: [2], a: 1 }, [1, 1, "a"]));
});

test.each([
  ["1", 1],
  [null, 0],
  [null, ""],
  [false, null],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: null }],
  ["_WAIT_FOR_IT_", "_WAIT_FOR_IT"],
])("%j and %j are two values", (a, b) => {
  expect(vault.fingerprint(a, [1, 1, "a"])).not.toEqual(vault.fingerprint(b, [1, 1, "a"]));
});
