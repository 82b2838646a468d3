/** The tasks that a stopping worker still has. The worker sends it to its launcher, its parent process. */
export interface DrainReport {
  /** Tasks that wait for a value. */
  waiting: number;
  /** Tasks that run. */
  running: number;
  /** Seconds until the drain time is over. */
  secondsLeft: number;
}

/** The message that carries a report. */
export interface DrainMessage {
  draining: DrainReport;
}

export function isDrainMessage(message: unknown): message is DrainMessage {
  return typeof message === "object" && message !== null && "draining" in message;
}
