import { type AppContext, cached } from "./context.ts";
import { DomainError } from "./errors.ts";

/** Of one account in a process, with the one under way. */
const maxWaiting = 500;

const lines = cached("account turns", () => new Map<number, { length: number; last: Promise<unknown> }>());

/**
 * Does work that takes as long, or as much memory, as the account has things, or that waits for others of the account: a process does one
 * after another of each account, because many at once would take all connections, and others' calls would wait for them.
 * ERROR_TOO_MANY_REQUESTS if too many wait.
 */
export async function inAccountTurn<Result>(
  { cache }: Pick<AppContext, "cache">,
  accountId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const all = cache(lines);
  const line = all.get(accountId) ?? { length: 0, last: Promise.resolve() };
  if (line.length >= maxWaiting)
    throw new DomainError("ERROR_TOO_MANY_REQUESTS", "Too many calls of the account wait for each other. Try again.");
  all.set(accountId, line);
  line.length += 1;
  const result = line.last.then(work);
  line.last = result.catch(() => {});
  try {
    return await result;
  } finally {
    line.length -= 1;
    if (line.length === 0) all.delete(accountId);
  }
}
