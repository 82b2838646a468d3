import { median } from "./statistics.ts";

/** One line of the result: what was asked of the product beside its floor, round by round. */
export interface Finding {
  /** The row of QUALITY.md. */
  row: string;
  what: string;
  unit: "/s" | "ms";
  subject: number[];
  /** The floor of the same rounds. */
  floor: number[];
  floorName: string;
  /** Microseconds of CPU a call of subject and floor, of whatever is the limit: the machine, or one process. */
  cpu?: { subject: number[]; floor: number[] };
  /** What the ratio of subject to floor must be; absent where nothing is asked. */
  asked?: { atLeast: number } | { atMost: number };
  /** Where time goes, or what else must be known to read the figures. */
  note?: string;
}

export interface Line {
  row: string;
  what: string;
  subject: string;
  floor: string;
  ratio: string;
  /** Least and greatest ratio of the rounds. */
  spread: string;
  /** The floor's CPU a call over the subject's: what the ratio comes to where CPU is the limit, whatever else the machine does. */
  byCpu: string;
  asked: string;
  verdict: "yes" | "no" | "";
  note: string;
}

export const headings = ["row", "what", "subject", "floor", "ratio", "spread", "by CPU", "asked", "met"] as const;

/** A finding as it is shown. The ratio is the median of the rounds' ratios: each round's two sides met the same machine. */
export function lineOf({ row, what, unit, subject, floor, floorName, cpu, asked, note = "" }: Finding): Line {
  const ratios = subject.map((value, round) => value / (floor[round] as number));
  const ratio = median(ratios);
  return {
    row,
    what,
    subject: shown(median(subject), unit),
    floor: `${floorName} ${shown(median(floor), unit)}`,
    ratio: ratio.toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    byCpu: cpu ? (median(cpu.floor) / median(cpu.subject)).toFixed(2) : "",
    asked: !asked ? "" : "atLeast" in asked ? `≥ ${asked.atLeast}` : `≤ ${asked.atMost}`,
    verdict: !asked ? "" : ("atLeast" in asked ? ratio >= asked.atLeast : ratio <= asked.atMost) ? "yes" : "no",
    note,
  };
}

/** A line's cells, in the order of the headings. */
export function cellsOf({ row, what, subject, floor, ratio, spread, byCpu, asked, verdict }: Line): string[] {
  return [row, what, subject, floor, ratio, spread, byCpu, asked, verdict];
}

function shown(value: number, unit: Finding["unit"]): string {
  return unit === "/s" ? `${Math.round(value).toLocaleString("en-US")}/s` : `${value.toFixed(2)} ms`;
}
