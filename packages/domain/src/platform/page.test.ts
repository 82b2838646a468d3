import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPage } from "./page.ts";

test("pages hold each item once, in order, and the last one says that it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1 })), fc.integer({ min: 1, max: 100 }), async (ids, limit) => {
      const sorted = ids.toSorted((a, b) => a - b);
      const seen: number[] = [];
      for (let after: number | undefined; ; ) {
        const { items, next } = await readPage({ limit, after }, "id", async (window) =>
          sorted
            .filter((id) => id > (window.after ?? 0))
            .slice(0, window.take)
            .map((id) => ({ id })),
        );
        seen.push(...items.map(({ id }) => id));
        expect(items.length).toBeLessThanOrEqual(limit);
        if (next === null) break;
        after = next;
      }
      expect(seen).toEqual(sorted);
    }),
  );
});

test.for([0, 101, 1.5, Number.NaN])("no page has %d items", async (limit) => {
  const asked = readPage({ limit }, "id", async () => []);
  await expect(asked).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: "limit must be a whole number from 1 to 100.",
  });
});

/** Verbs that list without pages, and why. */
const others: Record<string, string> = {
  listDevices: "a person's sessions, which end by themselves",
  listEmailAddresses: "20 of an account at most, or as many as its operator allows",
  listEmails: "the latest 20",
  listEndpoints: "as many of an account as its operator allows",
  listReportSubscriptions: "the account's addresses, with two reports each",
  listRules: "as many of an account as its operator allows",
};

test("every verb that lists returns pages", () => {
  const files = globSync("../*/*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts", "**/*.sql.ts"] });
  const verbs = files.flatMap((file) => [
    ...readFileSync(`${import.meta.dirname}/${file}`, "utf8").matchAll(
      /^export async function (list[A-Z]\w*)(\([\s\S]*?^\})$/gm,
    ),
  ]);
  expect(verbs.length).toBeGreaterThan(15);
  const without = verbs.filter(
    ([, name = "", text = ""]) =>
      !/: Promise<Page<|(?:return|{ items, next } = await) readPage\(/.test(text) && !Object.hasOwn(others, name),
  );
  expect(
    without.map(([, name]) => name),
    "verbs that list, and neither return a Page by readPage nor are among the others above",
  ).toEqual([]);
});
