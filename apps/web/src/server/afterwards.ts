import { logFault } from "./fault.ts";

/** Runs work that no response waits for. A failure is logged. */
export function afterwards(what: string, work: () => Promise<void>): void {
  setImmediate(() => work().catch((error: unknown) => logFault(what, error)));
}
