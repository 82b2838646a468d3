import { whole } from "./number.ts";

/** Millionths of a dollar as `$1,284.50`: two decimals at least, and as many more as the amount has. Exact: no float. */
export function dollars(millionths: number): string {
  const amount = BigInt(millionths);
  const absolute = amount < 0n ? -amount : amount;
  const decimals = String(absolute % 1_000_000n).padStart(6, "0");
  const more = decimals.slice(2).replace(/0+$/, "");
  return `${amount < 0n ? "−" : ""}$${whole(absolute / 1_000_000n)}.${decimals.slice(0, 2)}${more}`;
}

/** Cents as `$3.07`. */
export function dollarsOfCents(cents: number): string {
  return dollars(cents * 10_000);
}
