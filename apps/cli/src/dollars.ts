import { parseDollars } from "@gatepost/presenters/dollars";
import { InvalidArgumentError } from "commander";

/** Reads an amount such as `25`, `0.002` or `$1.50` as millionths of a dollar. */
export function readDollars(text: string): bigint {
  const millionths = parseDollars(text);
  if (millionths !== undefined) return millionths;
  throw new InvalidArgumentError("It must be an amount in dollars with at most six decimals, such as 25 or 0.002.");
}

/** Reads an amount that may be negative: `-0.50`. Zero is refused, because it changes nothing. */
export function readDifferenceInDollars(text: string): bigint {
  const [, sign, amount = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const millionths = readDollars(amount);
  if (millionths === 0n) throw new InvalidArgumentError("It must be an amount other than zero, such as -0.50.");
  return sign === "-" ? -millionths : millionths;
}
