import { expect, test } from "vitest";
import { unusedExports } from "./unused-exports.ts";

test("an export that no other file uses is reported with what to do", () => {
  const sources = new Map([
    ["a.ts", 'import { used } from "./b.ts";\nexport interface Alone { n: number }\nused();'],
    ["b.ts", "export function used() {}\nexport async function alone() {}\nexport const other = 1;\nother;"],
    ["b.test.ts", "export const inTest = 1;"],
    ["apps/web/src/app/page.tsx", "export const readByNext = 1;"],
    ["read.sql.ts", "export const readSql = 1;"],
  ]);
  expect(unusedExports(sources)).toEqual([
    "a.ts:2: No file uses Alone: delete it.",
    "b.ts:2: No file uses alone: delete it.",
    'b.ts:3: Only this file uses other: remove the word "export".',
  ]);
});
