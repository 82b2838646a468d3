import type { Decimal } from "./csv.ts";

const wholes = new Intl.NumberFormat("en-US");

/**
 * The millionths of a dollar of a text such as `25`, `0.002` or `$1.50`, exact; undefined for any other text. At most nine digits
 * before the point and six after it, so that every sum stays exact in JSON.
 */
export function parseDollars(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, "0"));
}

/** Millionths as `$1,284.50`: at least so many decimals, by default two, and as many more as the amount has. */
export function showDollars(millionths: bigint, least = 2): string {
  const { sign, whole, decimals } = digitsOf(millionths);
  return `${sign}$${wholes.format(whole)}.${decimals.slice(0, least)}${decimals.slice(least).replace(/0+$/, "")}`;
}

/** The decimals that the finest of the amounts has, at least two: in a column, each amount has as many. */
export function decimalsOf(amounts: readonly bigint[]): number {
  return Math.max(2, ...amounts.map((amount) => digitsOf(amount).decimals.replace(/0+$/, "").length));
}

/** Millionths as `1284.500000`, as the JSON methods write amounts that must be exact. */
export function exactDollars(millionths: bigint): string {
  const { sign, whole, decimals } = digitsOf(millionths);
  return `${sign}${whole}.${decimals}`;
}

/** Millionths as a number in CSV: 1284.5, -0.002. */
export function dollarsCell(millionths: number): Decimal {
  return { decimal: exactDollars(BigInt(millionths)).replace(/\.?0+$/, "") };
}

function digitsOf(millionths: bigint) {
  const absolute = millionths < 0n ? -millionths : millionths;
  return {
    sign: millionths < 0n ? "-" : "",
    whole: absolute / 1_000_000n,
    decimals: String(absolute % 1_000_000n).padStart(6, "0"),
  };
}
