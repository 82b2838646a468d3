/** What a worker that is stopping still has in hand. It tells its launcher, by a message to its parent process. */
export interface DrainReport {
  /** Tasks that wait for a value. */
  waiting: number;
  /** Tasks that run. */
  running: number;
  /** Seconds that are left to them, at most. */
  secondsLeft: number;
}

/** The message that carries a report. */
export interface DrainMessage {
  draining: DrainReport;
}

export function isDrainMessage(message: unknown): message is DrainMessage {
  return typeof message === "object" && message !== null && "draining" in message;
}
