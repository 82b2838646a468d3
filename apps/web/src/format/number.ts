const numbers = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** `1,284`. */
export const whole = (value: number): string => numbers.format(value);
/** `1.3K`, for axes. */
export const compact = (value: number): string => short.format(value);
/** A part of a whole, as `12.5%`. */
export const percent = (part: number): string => percents.format(part);
