import { AsyncLocalStorage } from "node:async_hooks";
import { channel, type TracingChannel, tracingChannel } from "node:diagnostics_channel";
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

/** Work that becomes a span of a trace. Nothing here has a value, a secret, or more of a site's address than its host. */
export interface TracedWork {
  /** A call of a JSON method, or of the portal. */
  request: { method: string; requestId?: string | undefined; response?: ErrorCode | "success"; taskId?: number };
  /** Calls that share a statement. `of`: what they are part of. */
  batch: { name: string; inputs: number; of: readonly unknown[] };
  claim: { claimed?: number; taskId?: number | undefined };
  /** One attempt of a task, from its claim to its end. */
  task: { taskId: number; host: string; outcome?: ErrorCode | "ready" | "returned" };
  step: { taskId: number; type: string; number: number };
}

/** Shared through the process, because Next.js's bundles have their own copy of this module. */
const key = Symbol.for("gatepost.traced");
const shared = globalThis as { [key]?: AsyncLocalStorage<Traced> };
shared[key] ??= new AsyncLocalStorage<Traced>();

/** What the work that runs now is part of. */
export const currentWork: AsyncLocalStorage<Traced> = shared[key];

/** `span` belongs to whoever makes the traces. */
export interface Traced {
  facts: object;
  span: unknown;
}

/** The channel on which one kind of work is reported. */
export function workChannel<Name extends keyof TracedWork>(name: Name): TracingChannel<Traced, TracedWork[Name]> {
  return tracingChannel<Traced, TracedWork[Name]>(`gatepost.${name}`);
}

const channels = {
  request: workChannel("request"),
  batch: workChannel("batch"),
  claim: workChannel("claim"),
  task: workChannel("task"),
  step: workChannel("step"),
} satisfies { [Name in keyof TracedWork]: TracingChannel<Traced, TracedWork[Name]> };

/**
 * Runs work as a part of whatever work runs now. Facts that are known only later are added to the object meanwhile. By
 * Node.js's diagnostics channels, because they cost nothing while nobody makes traces.
 */
export function traced<Name extends keyof TracedWork, Result>(
  name: Name,
  facts: TracedWork[Name],
  work: () => Promise<Result>,
): Promise<Result> {
  const channel = channels[name] as unknown as TracingChannel<Traced, TracedWork[Name]>;
  return channel.hasSubscribers ? channel.tracePromise(work, facts) : work();
}

/** Adds facts to the work that runs now, if traces are made. */
export function noteOfWork(facts: Partial<TracedWork["request"] & TracedWork["task"]>): void {
  const current = currentWork.getStore();
  if (current) Object.assign(current.facts, facts);
}
