/** Whether the long forms of tests are asked for: `npm run soak`. */
export const isLong = process.env.GATEPOST_LONG === "1";

/** How often something is done: short in `npm test`, long in `npm run soak`; GATEPOST_LONG_PART makes that smaller, from 0 to 1. */
export function size(short: number, long: number): number {
  const part = Number(process.env.GATEPOST_LONG_PART ?? 1);
  return isLong ? Math.max(short, Math.round(long * part)) : short;
}

/** Milliseconds of the processor that the work takes, which other programs on the machine do not change. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The bound of a measured time: what is promised in the long form, which has the machine to itself; ten times as much in
 * `npm test`, so that a busy machine is no failure.
 */
export function timeBound(promised: number): number {
  return isLong ? promised : 10 * promised;
}
