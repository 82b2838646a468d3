import type { Measured } from "./lab.ts";
import { median } from "./statistics.ts";

export function rates(measured: readonly Measured[]): number[] {
  return measured.map(({ rate }) => rate);
}

/** The CPU per call of both sides, for a finding: all of it, or if one process is the limit, that process's only. */
export function cpuOfBoth(
  subject: readonly Measured[],
  floor: readonly Measured[],
  limit: "machine" | "program" = "machine",
) {
  const all = (measured: readonly Measured[]) =>
    measured.map(({ cpu }) => (limit === "machine" ? cpu.program + cpu.postgres : cpu.program));
  return { cpu: { subject: all(subject), floor: all(floor) } };
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
