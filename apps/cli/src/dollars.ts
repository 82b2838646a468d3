import { InvalidArgumentError } from "commander";

/**
 * Reads an amount such as `25`, `0.002` or `$1.50` exactly, as millionths of a dollar: no fraction passes through a
 * float. Nine digits before the point and six behind it are the most, so that every sum stays exact in JSON.
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
