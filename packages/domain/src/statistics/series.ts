import { errors, isErrorCode } from "@gatepost/contract/errors";
import type { Mode } from "@gatepost/contract/modes";
import type { Day, Unit } from "./days.ts";

export interface AppStats {
  mode: Mode;
  unit: Unit | "hour";
  timezone: string;
  /** Or its weeks, months, or the hours of a day. */
  days: readonly Day[];
  /** How many of the last of them are not over, in a range that ends today. */
  unfinished: number;
  /** What the mode counts, one value per day: for errors, what became ready; for money, US cents. */
  values: readonly number[];
  /** In the mode `errors`: each error that occurred, the most frequent first. */
  errors: ReturnType<typeof errorCounts>;
  /** The zone's local time, such as 14:05, up to which the last day is counted; 23:59 for a day that is over. */
  until: string;
}

/** The errors that occurred, the most frequent first, then by the id of the error. `values`: one per day or hour. */
export function errorCounts(valuesByCode: ReadonlyMap<string, readonly number[]>) {
  return [...valuesByCode]
    .map(([code, values]) => ({ code, count: values.reduce((sum, value) => sum + value, 0), values }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || idOf(a.code) - idOf(b.code));
}

function idOf(code: string): number {
  return errors[isErrorCode(code) ? code : "ERROR_INTERNAL"].id;
}

/**
 * Cents per day from millionths of a dollar: the difference of the running total, rounded down, so that the days add up
 * to the total and no cent is invented. `before` is everything earned before the first day.
 */
export function centsByDay(before: number, millionths: readonly number[]): number[] {
  let total = before;
  return millionths.map((earned) => {
    const cents = Math.floor((total + earned) / 10_000) - Math.floor(total / 10_000);
    total += earned;
    return cents;
  });
}
