import { AsyncLocalStorage } from "node:async_hooks";
import type { AppContext } from "@gatepost/domain/context";
import { isUnavailable } from "@gatepost/domain/unavailable";

interface Seen {
  unavailable?: unknown;
}

const calls = new AsyncLocalStorage<Seen>();

/** Prisma's client for better-auth. Errors that say that the database is unavailable reach `rethrowUnavailable`. */
export function authDatabase(prisma: AppContext["db"]["prisma"]) {
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          const seen = calls.getStore();
          if (seen && isUnavailable(error)) seen.unavailable = error;
          throw error;
        }
      },
    },
  });
}

/**
 * Runs a call of better-auth. If the database is unavailable, better-auth answers 500 or, in some calls, that nobody is
 * signed in, which a browser would believe. This rejects with the database's error instead.
 */
export async function rethrowUnavailable<Result>(call: () => Promise<Result>): Promise<Result> {
  const seen: Seen = {};
  const [result] = await Promise.allSettled([calls.run(seen, call)]);
  if (seen.unavailable !== undefined) throw seen.unavailable;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
