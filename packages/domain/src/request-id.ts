import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Shared through the process, because Next.js's bundles have their own copy of this module. */
const key = Symbol.for("gatepost.request");
const shared = globalThis as { [key]?: AsyncLocalStorage<string | undefined> };
shared[key] ??= new AsyncLocalStorage<string | undefined>();
const requests = shared[key];

/** 12 hexadecimal digits, the random ones at the end of a UUID. */
export function newRequestId(): string {
  return randomUUID().slice(-12);
}

/** Runs work for one request: each line that it logs has the request's id, also what it begins and does not wait for. */
export function inRequest<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** Runs work that a request begins and that concerns others too, or the process as a whole. */
export function outsideRequests<Result>(work: () => Result): Result {
  return requests.run(undefined, work);
}

/** The id of the request that is being answered; undefined in work that is not for one request. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}
