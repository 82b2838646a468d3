import { errors, isErrorCode } from "@gatepost/contract/errors";
import type { Day } from "./days.ts";

export interface Point {
  date: string;
  shortdate: string;
  y: number;
  beginstamp: number;
  endstamp: number;
  stamp: number;
}

export interface Series {
  name: string;
  data: Point[];
  itemname: string;
  errorId: number;
  code: string;
  description: string;
  count?: number;
}

export interface AppStats {
  chartData: Series[];
  /** As `17 Feb 00:00`. */
  fromDate: string;
  toDate: string;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `25 January` and `25 Jan`: English, no leading zero, whatever the locale of the machine. */
export function dayNames(iso: string): { date: string; shortdate: string } {
  const day = Number(iso.slice(8, 10));
  const month = months[Number(iso.slice(5, 7)) - 1] as string;
  return { date: `${day} ${month}`, shortdate: `${day} ${month.slice(0, 3)}` };
}

function points(days: readonly Day[], values: readonly number[]): Point[] {
  return days.map(({ iso, begin, end }, index) => ({
    ...dayNames(iso),
    y: values[index] ?? 0,
    beginstamp: begin,
    endstamp: end - 1,
    stamp: begin,
  }));
}

/** A series of what went well; one value a day. */
export function ordinarySeries(
  name: string,
  itemname: string,
  days: readonly Day[],
  values: readonly number[],
): Series {
  return { name, data: points(days, values), itemname, errorId: 0, code: "", description: "" };
}

/** One series per error code that occurred in the range, the most frequent first, then by id. */
export function errorSeries(days: readonly Day[], valuesByCode: ReadonlyMap<string, readonly number[]>): Series[] {
  return [...valuesByCode]
    .map(([code, values]) => {
      const entry = isErrorCode(code) ? errors[code] : { id: errors.ERROR_INTERNAL.id, description: "" };
      return {
        name: code,
        data: points(days, values),
        itemname: "Errors",
        errorId: entry.id,
        code,
        description: entry.description,
        count: values.reduce((sum, value) => sum + value, 0),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.errorId - b.errorId);
}

/**
 * Cents a day from millionths of a dollar: the difference of the running total, rounded down, so that the days add
 * up to the total and no cent is invented. `before` is all that was earned before the first day.
 */
export function centsByDay(before: number, millionths: readonly number[]): number[] {
  let total = before;
  return millionths.map((earned) => {
    const cents = Math.floor((total + earned) / 10_000) - Math.floor(total / 10_000);
    total += earned;
    return cents;
  });
}
