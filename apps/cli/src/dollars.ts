import { InvalidArgumentError } from "commander";

/**
 * Reads an amount such as `25`, `0.002` or `$1.50` exactly, as millionths of a dollar, without floats. At most nine
 * digits before the point and six after it, so that every sum stays exact in JSON.
 */
export function readDollars(text: string): bigint {
  const parts = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (!parts?.[1])
    throw new InvalidArgumentError("It must be an amount in dollars with at most six decimals, such as 25 or 0.002.");
  return BigInt(parts[1]) * 1_000_000n + BigInt((parts[2] ?? "").padEnd(6, "0"));
}

/** Millionths as `$1,284.50`: two decimals at least, and as many more as the amount has. */
export function showDollars(millionths: bigint): string {
  const absolute = millionths < 0n ? -millionths : millionths;
  const whole = (absolute / 1_000_000n).toLocaleString("en-US");
  const decimals = String(absolute % 1_000_000n).padStart(6, "0");
  return `${millionths < 0n ? "-" : ""}$${whole}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/, "")}`;
}

/** Reads an amount that may be negative: `-0.50`. Zero is refused, because it changes nothing. */
export function readDifferenceInDollars(text: string): bigint {
  const [, sign, amount = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const millionths = readDollars(amount);
  if (millionths === 0n) throw new InvalidArgumentError("It must be an amount other than zero, such as -0.50.");
  return sign === "-" ? -millionths : millionths;
}

/** Millionths as `1284.500000`, as the JSON methods write amounts that must be exact. */
export function exactDollars(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, "0");
  return `${millionths < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
