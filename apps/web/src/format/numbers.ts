import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { decimalsOf, showDollars } from "@gatepost/presenters/dollars";

const wholes = new Intl.NumberFormat("en-US");
const compacts = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** `1,284`. */
export const whole = (value: number | bigint): string => wholes.format(value);

/** `1.3K`. */
export const compact = (value: number): string => compacts.format(value);

/** A value of an axis, of which money is in cents: `1.3K`, or `$0.50`, `$2`, `$1.5K`. */
export function axisValue(value: number, money: boolean | undefined): string {
  if (!money) return compact(value);
  return `$${value % 100 === 0 ? compact(value / 100) : (value / 100).toFixed(2)}`;
}

/** A part, as `12.5%`. */
export const percent = (part: number): string => percents.format(part);

/** A part of what was counted, in which a little is not nothing, and nearly all is not all: `<0.1%`, `>99.9%`. */
export function share(part: number): string {
  if (part > 0 && part < 0.0005) return "<0.1%";
  return part >= 0.9995 && part < 1 ? ">99.9%" : percent(part);
}

/** Millionths of a dollar as pages show them: `$1,284.50`, with a minus sign rather than a hyphen below zero. */
export const dollars = (millionths: number, decimals?: number): string =>
  showDollars(BigInt(millionths), decimals).replace("-", "−");

/** Shows the amounts of a column with as many decimals as the finest of them has. */
export function dollarsInColumn(amounts: readonly number[]): (millionths: number) => string {
  const decimals = decimalsOf(amounts.map(BigInt));
  return (millionths) => dollars(millionths, decimals);
}

/** How the values of a mode are shown, exactly. */
export const formatOf = (mode: Mode): ((value: number) => string) => (modeRecords[mode].money ? dollarsOfCents : whole);

export const dollarsOfCents = (cents: number): string => dollars(cents * 10_000);
