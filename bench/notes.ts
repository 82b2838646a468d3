import type { Finding } from "./findings.ts";
import type { Measured } from "./lab.ts";
import { median } from "./statistics.ts";

export function rates(measured: readonly Measured[]): number[] {
  return measured.map(({ rate }) => rate);
}

type Sides = Record<"subject" | "floor", readonly Measured[]>;

/** The rates of both sides, with the CPU of a call: all of it, or, where one process is the limit, that process's only. */
export function ratesOf(
  { subject, floor, limitedBy = "machine" }: Sides & { limitedBy?: "machine" | "program" },
  finding: Omit<Finding, "unit" | "subject" | "floor">,
): Finding {
  const cpu = (measured: readonly Measured[]) =>
    measured.map(({ cpu }) => (limitedBy === "machine" ? cpu.program + cpu.postgres : cpu.program));
  return {
    unit: "/s",
    subject: rates(subject),
    floor: rates(floor),
    cpu: { subject: cpu(subject), floor: cpu(floor) },
    ...finding,
  };
}

/** Where the CPU of a call goes on both sides, and how long the subject took. */
export function callNote({ subject, floor }: Sides): string {
  return `CPU a call: ${cpuNote(subject)}; floor ${cpuNote(floor)}. ${latencyNote(subject)}`;
}

/** Correct responses of all measurements together. */
export function total(measured: readonly Measured[]): number {
  return measured.reduce((sum, { succeeded }) => sum + succeeded, 0);
}

/** Where the CPU of a call goes. Unlike rates it hardly depends on what else the machine does. */
export function cpuNote(measured: readonly Measured[]): string {
  const program = Math.round(median(measured.map(({ cpu }) => cpu.program)));
  const postgres = Math.round(median(measured.map(({ cpu }) => cpu.postgres)));
  return `${program} µs web + ${postgres} µs PostgreSQL`;
}

export function latencyNote(measured: readonly Measured[]): string {
  const p50 = median(measured.map(({ p50 }) => p50));
  const p99 = median(measured.map(({ p99 }) => p99));
  return `Answers after ${p50.toFixed(1)} ms (p50) and ${p99.toFixed(1)} ms (p99).`;
}
