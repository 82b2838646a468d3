import { type AppContext, cached } from "./context.ts";
import { DomainError } from "./errors.ts";

/** Of one account in a process, with the one under way. */
const maxWaiting = 500;

/** Whoever has waited for as long has probably given up, and the account's next calls would wait for what nobody takes. */
const longestWaitMs = 30_000;

const lines = cached("account turns", () => new Map<string, { length: number; last: Promise<unknown> }>());

/**
 * Does work that takes as long, or as much memory, as the account has things, or that waits for others of the account: a process does one
 * after another of each account, because many at once would take all connections, and others' calls would wait for them. Changes wait for
 * changes only, so that a new draft or session keeps no task waiting for the account's lists. ERROR_TOO_MANY_REQUESTS if too many wait,
 * ERROR_SERVICE_UNAVAILABLE after too long a wait.
 */
export async function inAccountTurn<Result>(
  { cache }: Pick<AppContext, "cache">,
  accountId: number,
  work: () => Promise<Result>,
  kind: "read" | "change" = "read",
): Promise<Result> {
  const all = cache(lines);
  const name = `${kind} ${accountId}`;
  const line = all.get(name) ?? { length: 0, last: Promise.resolve() };
  if (line.length >= maxWaiting)
    throw new DomainError("ERROR_TOO_MANY_REQUESTS", "Too many calls of the account wait for each other. Try again.");
  all.set(name, line);
  line.length += 1;
  const asked = performance.now();
  const result = line.last.then(() => {
    if (performance.now() - asked <= longestWaitMs) return work();
    throw new DomainError("ERROR_SERVICE_UNAVAILABLE", "The account's other calls took too long; nothing was done.");
  });
  line.last = result.catch(() => {});
  try {
    return await result;
  } finally {
    line.length -= 1;
    if (line.length === 0) all.delete(name);
  }
}
