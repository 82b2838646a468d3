import { logFault } from "./fault.ts";

/** Work that no answer waits for. Its failure is told to the log. */
export function afterwards(what: string, work: () => Promise<void>): void {
  setImmediate(() => work().catch((error: unknown) => logFault(what, error)));
}
