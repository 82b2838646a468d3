import { median } from "./statistics.ts";

/** One line of the result: the requirement, usually with its floor, round by round. */
export interface Finding {
  /** The row of docs/quality.md. */
  row: string;
  what: string;
  unit: Unit;
  subject: number[];
  /** The floor of the same rounds. Without one, the requirement applies to the subject itself. */
  floor?: number[];
  floorName?: string;
  /** Microseconds of CPU per call of subject and floor, of whatever is the limit: the machine, or one process. */
  cpu?: { subject: number[]; floor: number[] };
  /** What the ratio of subject to floor, or the subject itself, must be; absent if nothing is required. */
  asked?: { atLeast: number } | { atMost: number };
  /** If the requirement only holds up to a limit, the limit that was reached: then a lower figure is not a failure. */
  limit?: string | undefined;
  /** Where time goes, or what else is needed to interpret the figures. */
  note?: string;
}

export type Unit = "/s" | "/min" | "%" | "ms" | "s" | "µs" | "MB" | "KB" | "points" | "transactions";

export interface Line {
  row: string;
  what: string;
  subject: string;
  floor: string;
  ratio: string;
  /** Lowest and highest of the rounds' ratios, or of the subject if there is no floor. */
  spread: string;
  /** The floor's CPU per call divided by the subject's: the ratio if CPU is the limit, whatever else the machine does. */
  byCpu: string;
  asked: string;
  verdict: string;
  note: string;
}

export const headings = ["row", "what", "subject", "floor", "ratio", "spread", "by CPU", "asked", "met"] as const;

/**
 * A finding as shown. The ratio is the median of the rounds' ratios, because both sides of a round had the same
 * machine.
 */
export function lineOf(finding: Finding): Line {
  const { row, what, unit, subject, floor, floorName = "", cpu, asked, note = "" } = finding;
  const judged = floor ? subject.map((value, round) => value / (floor[round] as number)) : subject;
  const show = (value: number) => (floor ? value.toFixed(2) : shown(value, unit));
  return {
    row,
    what,
    subject: shown(median(subject), unit),
    floor: floor ? `${floorName} ${shown(median(floor), unit)}` : "",
    ratio: floor ? show(median(judged)) : "",
    spread: judged.length > 1 || floor ? `${show(Math.min(...judged))}–${show(Math.max(...judged))}` : "",
    byCpu: cpu ? (median(cpu.floor) / median(cpu.subject)).toFixed(2) : "",
    asked: asked ? askedText(asked, floor ? undefined : unit) : "",
    verdict: verdictOf(finding, median(judged)),
    note,
  };
}

/** A line's cells, in the order of the headings. */
export function cellsOf({ row, what, subject, floor, ratio, spread, byCpu, asked, verdict }: Line): string[] {
  return [row, what, subject, floor, ratio, spread, byCpu, asked, verdict];
}

function verdictOf({ asked, limit }: Finding, value: number): string {
  if (!asked) return "";
  if ("atLeast" in asked ? value >= asked.atLeast : value <= asked.atMost) return "yes";
  return limit ? `limit: ${limit}` : "no";
}

function askedText(asked: { atLeast: number } | { atMost: number }, unit: Unit | undefined): string {
  const [sign, value] = "atLeast" in asked ? ["≥", asked.atLeast] : ["≤", asked.atMost];
  return unit ? `${sign} ${value}${unit.startsWith("/") ? unit : ` ${unit}`}` : `${sign} ${value}`;
}

/** Rates and microseconds are whole; milliseconds and seconds depend on their magnitude, the rest has one decimal. */
export function shown(value: number, unit: Unit): string {
  if (unit.startsWith("/")) return `${Math.round(value).toLocaleString("en-US")}${unit}`;
  const digits = unit === "µs" ? 0 : unit === "ms" || unit === "s" ? 2 : 1;
  return `${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}
