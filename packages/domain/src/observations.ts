import { channel } from "node:diagnostics_channel";
import type { ErrorCode } from "@gatepost/contract/errors";

/** What a process reports about its own work, for metrics. Nothing here names an account, a task or a site. */
interface Observations {
  /** A JSON method was answered. */
  call: { method: string; response: ErrorCode | "success"; seconds: number };
  /** A batch was sent to the database. */
  batch: { name: string; inputs: number };
  /** A worker asked for tasks. */
  claim: { claimed: number; seconds: number };
  /** A worker ended a task, or returned it to the queue. */
  taskEnded: { outcome: ErrorCode | "ready" | "returned" };
  /** Another process ended the registration of a worker. */
  leaseLost: { tasks: number };
  /** Tasks of lost workers, or that were queued for too long. */
  recovered: { returned: number; failed: number };
  /** A task could not reach a host. `refused`: by the egress policy. */
  connectFailure: { reason: "refused" | "unresolved" | "unreachable" };
  /** An attempt to send a callback. */
  delivery: { delivered: boolean };
}

/**
 * Reports to whoever subscribed in this process. By Node.js's diagnostics channels, because they cost nothing while nobody
 * subscribes, and because the two copies of a module in a web process (Next.js bundles one) share them.
 */
export function observe<Name extends keyof Observations>(name: Name, facts: Observations[Name]): void {
  channel(`gatepost.${name}`).publish(facts);
}

/** Calls the listener for each observation, until the returned function is called. */
export function onObservation<Name extends keyof Observations>(
  name: Name,
  listener: (facts: Observations[Name]) => void,
): () => void {
  const listen = (facts: unknown) => listener(facts as Observations[Name]);
  const observed = channel(`gatepost.${name}`);
  observed.subscribe(listen);
  return () => void observed.unsubscribe(listen);
}
