const numbers = new Intl.NumberFormat("en-US");
// Made when first used: making one takes a phone some milliseconds.
let short: Intl.NumberFormat | undefined;
let percents: Intl.NumberFormat | undefined;

/** `1,284`. */
export const whole = (value: number | bigint): string => numbers.format(value);
/** `1.3K`, for axes. */
export function compact(value: number): string {
  short ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
  return short.format(value);
}
/** A part of a whole, as `12.5%`. */
export function percent(part: number): string {
  percents ??= new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });
  return percents.format(part);
}
