import type { Batch } from "../platform/coalesce.ts";
import type { AppContext } from "../platform/context.ts";
import { findOwnedApplicationsSql } from "./sql/find-owned-applications.sql.ts";

export interface OwnedApplication {
  softId: number;
  /** See day-cache.ts. */
  revision: number;
  createdAt: Date;
  /** The database's clock. */
  now: Date;
}

interface FindOwnedInput {
  softId: number;
  /** Null: any owner. */
  accountId: number | null;
  /** Verified by the statement; null if verified already. */
  keyId: number | null;
}

/** The application as its owner may see it. For anybody else, and for an unknown id, only the clock. */
export const findOwned: Batch<
  FindOwnedInput,
  { now: Date; verified: boolean; owned: OwnedApplication | undefined },
  AppContext
> = {
  name: "find_owned_applications",
  max: 512,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  async run({ db }, asked) {
    const rows = await db.run(findOwnedApplicationsSql, { inputs: asked.map((input, n) => ({ n, ...input })) });
    const byInput = new Map(rows.map((row) => [row.n, row]));
    return asked.map((_, n) => {
      const row = byInput.get(n);
      if (!row) throw new Error(`No row for input ${n}.`);
      const { now, verified, softId, revision, createdAt } = row;
      const isOwned = softId !== null && revision !== null && createdAt !== null;
      return { now, verified, owned: isOwned ? { softId, revision, createdAt, now } : undefined };
    });
  },
};
