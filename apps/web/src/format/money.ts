import { showDollars } from "@gatepost/presenters/dollars";

/** Millionths of a dollar as pages show them: `$1,284.50`, with a minus sign rather than a hyphen below zero. */
export function dollars(millionths: number): string {
  return showDollars(BigInt(millionths)).replace("-", "−");
}

/** Cents as `$3.07`. */
export function dollarsOfCents(cents: number): string {
  return dollars(cents * 10_000);
}
