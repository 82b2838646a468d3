/** What somebody did or tried at the portal's door, as one line of the log: what, how it ended, from which address. */
export function logEvent(event: string, facts: { outcome: "done" | "refused" | "failed"; address: string }): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }));
}

/** How a call ended, by the status of its answer. */
export function outcomeOf(status: number): "done" | "refused" | "failed" {
  if (status < 400) return "done";
  return status < 500 ? "refused" : "failed";
}
