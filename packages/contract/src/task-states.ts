/** A task's states (docs/contract.md, section 4). */
export const taskStates = ["queued", "running", "waiting", "ready", "failed"] as const;
