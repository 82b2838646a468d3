import { expect, test } from "vitest";
import { newErrors } from "./type-errors.ts";

const missing = "error TS2741: Property 'x' is missing in type A\n  but required in type B.";

test("an error is said once, by its place from the root, whichever package finds it first", () => {
  const reported = new Set<string>();
  expect(
    newErrors(`../contract/src/a.ts(8,7): ${missing}\nsrc/b.ts(1,2): ${missing}\n`, "packages/domain", reported),
  ).toBe(`packages/contract/src/a.ts:8:7 ${missing}\npackages/domain/src/b.ts:1:2 ${missing}`);
  expect(newErrors(`src/a.ts(8,7): ${missing}\nsrc/a.ts(9,7): ${missing}`, "packages/contract", reported)).toBe(
    `packages/contract/src/a.ts:9:7 ${missing}\n1 more said above, of what it imports.`,
  );
  expect(newErrors(`../packages/contract/src/a.ts(8,7): ${missing}`, "bench", reported)).toBe(
    "1 said above, of what it imports.",
  );
});

test("what is no error of a file is passed on", () => {
  expect(newErrors("error TS5083: Cannot read file 'tsconfig.json'.\n", "bench", new Set())).toBe(
    "error TS5083: Cannot read file 'tsconfig.json'.",
  );
});
