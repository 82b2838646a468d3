import { withoutTrailing } from "./name.ts";

declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes unchanged. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { rawJSON: string };
  }
}

/** Matches every number that JavaScript may write differently. A match within a string only costs a second check. */
const mayChange = /[:,[\s](?:-?(?:\d{16}|\d+[.eE])|-0)|^-?\d/;

/**
 * Parses JSON without changing any number. A number that JavaScript would write differently (1.10, 1e400,
 * 9007199254740993) becomes a `JSON.rawJSON` of its text, which `JSON.stringify` writes as it was sent. Any other
 * becomes a JavaScript number. Throws a SyntaxError if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return changesNumbers(text) ? JSON.parse(text, keepText) : JSON.parse(text);
}

/** False if `JSON.parse` keeps every number of the text as it was written. */
export function changesNumbers(text: string): boolean {
  return mayChange.test(text);
}

function keepText(_name: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === "number" && context && String(value) !== context.source
    ? JSON.rawJSON(context.source)
    : value;
}

/**
 * A number's mathematical value: equal numbers give equal text, however they are written. A number that JavaScript
 * holds exactly is written as JavaScript does; any other as its digits and the power of ten.
 */
export function canonicalNumber(text: string): string {
  const exact = digitsOf(text);
  const nearest = JSON.stringify(Number(text));
  return nearest !== "null" && digitsOf(nearest) === exact ? nearest : exact;
}

/** Like -12e-3, without zeros at either end. Exponents may be longer than a number can hold. */
function digitsOf(text: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(text) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = withoutTrailing(all, "0");
  if (digits === "") return "0";
  return `${sign}${digits}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length)}`;
}

/** JSON with sorted keys and no spaces: equal values give equal text. Numbers are compared by their mathematical value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (JSON.isRawJSON(value)) return canonicalNumber(value.rawJSON);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/**
 * A value as it is typed into a page: a string as it is, null as nothing, anything else as compact JSON. Numbers are as
 * they were sent, if they were read by parseExactJson (docs/contract.md, section 3).
 */
export function typed(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
