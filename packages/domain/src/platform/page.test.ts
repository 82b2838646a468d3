import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPage } from "./page.ts";

test("pages hold each item once, in order, and the last one says that it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1 })), fc.integer({ min: 1, max: 100 }), async (ids, limit) => {
      const sorted = ids.toSorted((a, b) => a - b);
      const seen: number[] = [];
      for (let after: number | undefined; ; ) {
        const { items, next } = await readPage(
          { limit, after },
          async (window) => sorted.filter((id) => id > (window.after ?? 0)).slice(0, window.take),
          (id) => id,
        );
        seen.push(...items);
        expect(items.length).toBeLessThanOrEqual(limit);
        if (next === null) break;
        after = next;
      }
      expect(seen).toEqual(sorted);
    }),
  );
});

test.for([0, 101, 1.5, Number.NaN])("no page has %d items", async (limit) => {
  const asked = readPage({ limit }, async () => [], Number);
  await expect(asked).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: "limit must be a whole number from 1 to 100.",
  });
});

/** Verbs that list without pages, and why. */
const others: Record<string, string> = {
  "list-held-tasks.ts": "a worker's own, of which it has no more than slots and places to wait",
  "list-email-addresses.ts": "20 of an account at most, or as many as its operator allows",
  "list-report-subscriptions.ts": "the account's addresses, with two reports each",
  "list-emails.ts": "the latest 20",
};

test("every verb that lists returns pages", () => {
  const files = globSync("*/list-*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts", "**/*.sql.ts"] });
  expect(files.length).toBeGreaterThan(5);
  const without = files.filter((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    return !/Promise<Page</.test(text) && !Object.hasOwn(others, basename(file));
  });
  expect(without).toEqual([]);
});
