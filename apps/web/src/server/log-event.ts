import { log } from "@gatepost/domain/log";

/** How a call ended, by the status of its answer. */
export function outcomeOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}

/** What somebody did or tried in the portal: what, how it ended, from which address. */
export function logEvent(event: string, facts: { outcome: ReturnType<typeof outcomeOf>; address: string }): void {
  log(event, facts);
}
