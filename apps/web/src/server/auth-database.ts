import { AsyncLocalStorage } from "node:async_hooks";
import type { AppContext } from "@gatepost/domain/context";
import { isUnavailable } from "@gatepost/domain/unavailable";

interface Seen {
  unavailable?: unknown;
}

const calls = new AsyncLocalStorage<Seen>();

/** Prisma's client for better-auth. An error that says that the database is unavailable reaches `rethrowUnavailable`. */
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
 * Runs a call of better-auth. It answers 500 where the database is unavailable, and in some calls "nobody is signed in",
 * which a browser would believe; this rejects with the database's error instead.
 */
export async function rethrowUnavailable<Result>(call: () => Promise<Result>): Promise<Result> {
  const seen: Seen = {};
  const [result] = await Promise.allSettled([calls.run(seen, call)]);
  if (seen.unavailable !== undefined) throw seen.unavailable;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
