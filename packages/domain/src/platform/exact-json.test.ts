import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, canonicalNumber, parseExactJson, typed } from "./exact-json.ts";
import { processorMs, size } from "./test-size.ts";

describe("F1: values are typed as they were sent", () => {
  test.for(["9007199254740993", "1e400", "1.10", "-0", "1E5", "1e+2", "1e-999"])("%s", (text) => {
    expect(typed(parseExactJson(text))).toBe(text);
    expect(typed(parseExactJson(`[{"a":${text}}]`))).toBe(`[{"a":${text}}]`);
  });

  test("any JSON is stored and read back unchanged", () => {
    fc.assert(
      fc.property(jsonText(), (text) => {
        const stored = JSON.stringify(parseExactJson(text));
        expect(stored).toBe(text);
        expect(JSON.stringify(parseExactJson(stored))).toBe(text);
      }),
      { numRuns: size(3_000, 10_000) },
    );
  });

  test("white space around numbers is dropped, and digits are kept", () => {
    expect(JSON.stringify(parseExactJson(' [\n1.10 ,\t-0 , "1.10"] '))).toBe('[1.10,-0,"1.10"]');
  });
});

describe("numbers are compared by their mathematical value", () => {
  test.for([
    ["1.10", "1.1", "11e-1", "0.11E+1", "1.1"],
    ["100", "1e2", "1.00e2", "100.0", "100"],
    ["-0", "0", "0.00", "0e999", "0"],
    ["1e400", "10e399", "0.1e401", "1e400"],
    ["9007199254740993", "9007199254740993.0", "9007199254740993e0"],
    ["1e-999", "0.1e-998"],
    [`1e${"9".repeat(5_000)}`, `10e${"9".repeat(4_999)}8`],
  ])("%j are equal", (texts) => {
    expect(new Set(texts.map(canonicalNumber)).size).toBe(1);
  });

  test.for([
    ["9007199254740993", "9007199254740992"],
    ["1e400", "1e401"],
    ["1e-400", "0"],
    ["0.1", "0.1000000000000000055511151231257827"],
  ])("%j are not", ([a, b]) => {
    expect(canonicalNumber(a as string)).not.toBe(canonicalNumber(b as string));
  });

  test("S16: a number as long as a body takes time proportional to its length", () => {
    const long = 250_000;
    const zeros = "0".repeat(long);
    const numbers = [`1${zeros}1`, `0.${zeros}1`, "10".repeat(long / 2), `1e${"9".repeat(long)}`];
    // What looked at every zero again for each one took half a minute.
    expect(processorMs(() => numbers.forEach(canonicalNumber))).toBeLessThan(5_000);
  });

  test("a number that JavaScript represents exactly has its usual text", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(canonicalJson(number)).toBe(JSON.stringify(number));
        expect(canonicalNumber(String(number))).toBe(JSON.stringify(number));
      }),
    );
  });
});

/** Compact JSON with numbers in every form that JSON has. */
function jsonText(): fc.Arbitrary<string> {
  const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/);
  const number = fc
    .tuple(
      fc.constantFrom("", "-"),
      digits,
      fc.stringMatching(/^(?:\.\d{1,20})?$/),
      fc.stringMatching(/^(?:[eE][+-]?\d{1,4})?$/),
    )
    .map((parts) => parts.join(""));
  const string = fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text));
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      number,
      string,
      fc.constantFrom("null", "true", "false"),
      fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
      fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), tie("value")), {
          selector: ([name]) => name,
          maxLength: 4,
        })
        .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`),
    ),
  })).value;
}
