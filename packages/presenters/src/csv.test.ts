import fc from "fast-check";
import { expect, test } from "vitest";
import { csv, tabSeparated } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '=HYPERLINK("http://a.example","x")', "＝1"])(
  "S13: %j is no formula in a spreadsheet",
  (text) => {
    const [first = ""] = read(csv([[text]]))[0] ?? [];
    expect(first).toBe(`'${text}`);
  },
);

test("S13: nothing of a table is a formula where it is pasted, and each cell stays one", () => {
  const cells = ["=1+1", '"=1+1"', "-12.50", "-1+1", "a\t=1\n=2", "-", "x"];
  expect(tabSeparated([cells, ["y"]])).toBe("'=1+1\t'\"=1+1\"\t-12.50\t'-1+1\ta =1 =2\t-\tx\ny");
});

test("numbers are numbers, below zero too", () => {
  expect(csv([[-5, 0, "-5"]])).toBe("-5,0,'-5\r\n");
});

test("what is written is read again as it was, whatever it holds", () => {
  const text = fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "a", "é", " ", ";") }).map((one) => `x${one}`);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(read(csv(rows))).toEqual(rows);
    }),
  );
});

/** A reader of RFC 4180, written by its grammar. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}
