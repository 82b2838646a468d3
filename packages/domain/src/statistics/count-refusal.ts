import { randomInt } from "node:crypto";
import type { ErrorCode } from "@gatepost/contract/errors";
import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, requireAccount } from "../platform/context.ts";
import { countRefusalsSql } from "./sql/count-refusals.sql.ts";

/** Refusals of one account that are counted per day, over all applications. */
const perDay = 100;
/** How long an account counts as a user of an application after one of its tasks was accepted for it. */
const userDays = 30;

interface Refused {
  accountId: number;
  softId: number;
  code: ErrorCode;
}

const countRefusals: Batch<Refused, void, AppContext> = {
  name: "count_refusals",
  max: 1_024,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  async run({ db }, refused) {
    const sums = new Map<string, Refused & { label: string; n: number }>();
    for (const one of refused) {
      const key = `${one.accountId} ${one.softId} ${one.code}`;
      sums.set(key, { ...one, label: one.code, n: (sums.get(key)?.n ?? 0) + 1 });
    }
    await db.run(countRefusalsSql, { refusals: [...sums.values()], perDay, userDays, shard });
    return refused.map(() => undefined);
  },
};

/**
 * Counts a createTask call that named the application and was refused after its key was accepted, as an error of that
 * application: only if the account owns it or is a user of it, and up to a daily limit, so that nobody can fill
 * somebody else's chart with errors (docs/contract.md, section 7).
 */
export async function countRefusal({ ctx, input }: Args<{ softId: number; code: ErrorCode }>): Promise<void> {
  const { accountId } = requireAccount(ctx, null);
  await ctx.batch(countRefusals, { accountId, ...input });
}

/**
 * This process's row of a count, so that processes that count for one application do not wait for each other's row
 * locks.
 */
export const shard = randomInt(16);
