import { log } from "@gatepost/domain/log";

/** The outcome of a call, by the status of its response. */
export function outcomeOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}

/** Logs what somebody did or tried in the portal, its outcome, and the address. */
export function logEvent(event: string, facts: { outcome: ReturnType<typeof outcomeOf>; address: string }): void {
  log(event, facts);
}
