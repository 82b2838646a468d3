import { AsyncLocalStorage } from "node:async_hooks";
import type { AppContext } from "@gatepost/domain/context";
import { isUnavailable } from "@gatepost/domain/unavailable";

interface Met {
  unavailable?: unknown;
}

const calls = new AsyncLocalStorage<Met>();

/** Prisma's client for better-auth. An error that says that the database is unavailable reaches `rethrowUnavailable`. */
export function authDatabase(prisma: AppContext["db"]["prisma"]) {
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          const met = calls.getStore();
          if (met && isUnavailable(error)) met.unavailable = error;
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
  const met: Met = {};
  const [result] = await Promise.allSettled([calls.run(met, call)]);
  if (met.unavailable !== undefined) throw met.unavailable;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
