import { expect, test } from "vitest";
import { folderCircles, unusedExports } from "./structure.ts";

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

test("folders that import each other in a circle are reported, those with the fewest imports first", () => {
  const sources = new Map([
    ["apps/web/src/app/page.ts", 'import { call } from "../http/call.ts";'],
    [
      "apps/web/src/http/call.ts",
      'import type { Feed } from "../live/feed.ts";\nimport { a } from "@gatepost/domain/a/b";',
    ],
    ["apps/web/src/http/other.ts", 'import { feed } from "../live/feed.ts";'],
    ["apps/web/src/live/feed.ts", 'export const later = () => import("../settings.ts");'],
    ["apps/web/src/live/feed.test.ts", 'import "../app/page.ts";'],
    ["apps/web/src/settings.ts", 'import type { Call } from "./http/call.ts";'],
    ["packages/domain/src/a/b.ts", ""],
  ]);
  const because = (from: string, to: string) => `makes a circle, because ${to} imports ${from}, or leads there.`;
  const [live, http] = ["apps/web/src/live", "apps/web/src/http"];
  expect(folderCircles(sources)).toEqual([
    `${live}/feed.ts: "../settings.ts" ${because(live, "apps/web/src/settings.ts")}`,
    `apps/web/src/settings.ts: "./http/call.ts" ${because("apps/web/src/settings.ts", http)}`,
    `${http}/call.ts: "../live/feed.ts" ${because(http, live)}`,
  ]);
});
