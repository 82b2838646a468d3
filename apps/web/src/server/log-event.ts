import type { ServiceClockOptions } from "@gatepost/domain/clock/service-clock";
import type { Recovered } from "@gatepost/domain/task/keep-recovering";

/** What somebody did or tried in the portal, as one line of the log: what, how it ended, from which address. */
export function logEvent(event: string, facts: { outcome: "done" | "refused" | "failed"; address: string }): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }));
}

/** How a call ended, by the status of its answer. */
export function outcomeOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}

/** Once when the database becomes unavailable, with what to do, and once when it is back. */
export const logAvailability: ServiceClockOptions["report"] = ({ unavailable, ...back }) => {
  const line = unavailable
    ? { fault: "database unavailable", ...unavailable }
    : { event: "database available", ...back };
  console.error(JSON.stringify({ at: new Date().toISOString(), ...line }));
};

/** Tasks of a worker that is gone. */
export function logRecovered(recovered: Recovered): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event: "tasks recovered", ...recovered }));
}
