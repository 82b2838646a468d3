import type { Tx } from "@gatepost/db/connect";
import type { Run } from "@gatepost/db/statement";
import { type Context, requireSystem } from "../platform/context.ts";
import { balanceAgainstLedgerSql } from "./sql/balance-against-ledger.sql.ts";
import { beginScanSql } from "./sql/begin-scan.sql.ts";
import { commissionsAndRefundsSql } from "./sql/commissions-and-refunds.sql.ts";
import { countsAgainstLedgerSql } from "./sql/counts-against-ledger.sql.ts";
import { endsOfTasksSql } from "./sql/ends-of-tasks.sql.ts";
import { heldForOpenTasksSql } from "./sql/held-for-open-tasks.sql.ts";
import { lockScanSql } from "./sql/lock-scan.sql.ts";
import { nextAccountsSql } from "./sql/next-accounts.sql.ts";
import { nextMomentsSql } from "./sql/next-moments.sql.ts";
import { nextTasksSql } from "./sql/next-tasks.sql.ts";
import { noteFailedBatchSql } from "./sql/note-failed-batch.sql.ts";
import { referencesOfTasksSql } from "./sql/references-of-tasks.sql.ts";
import { saveScanSql } from "./sql/save-scan.sql.ts";
import { storeSumSql } from "./sql/store-sum.sql.ts";
import { type SumEntriesRow, sumEntriesSql } from "./sql/sum-entries.sql.ts";
import { valuesOfEndedTasksSql } from "./sql/values-of-ended-tasks.sql.ts";

/** What a difference concerns. `moment`: when a quarter of an hour began, in Unix seconds. */
export type Subject = { accountId: number } | { taskId: number } | { applicationId: number; moment: number };

/** Two numbers that should agree and do not. */
export interface Difference {
  what: string;
  where: Subject;
  found: string;
  expected: string;
}

/** The key along which a rule is checked: account id, task id, or Unix seconds of quarters of an hour. */
const dimensions = ["account", "task", "moment"] as const;
type Dimension = (typeof dimensions)[number];

/** Larger than every key of a dimension: ids end there, and no clock is in the year 9000. */
const lastKey: Record<Dimension, number> = {
  account: 2 ** 31 - 1,
  task: Number.MAX_SAFE_INTEGER,
  moment: Date.UTC(9000) / 1000,
};

/** What the entries of an account up to one of them add up to. */
type EntrySum = Pick<SumEntriesRow, "accountId" | "entryId" | "available" | "held">;

/** The keys of a dimension after `after` and up to `through`. `sums`: of accounts, what their entries added up to before. */
interface Range {
  after: number;
  through: number;
  sums: readonly EntrySum[];
}

/** Finds rows of the range that break a rule, at most `limit`, in one statement and so in one snapshot: where each is, and the numbers. */
type Find = (
  run: Run,
  range: Range & { limit: number },
) => Promise<(Subject & Pick<Difference, "found" | "expected">)[]>;

/**
 * What must be true of the ledger at every moment, by the key along which it is checked. Each statement reads its range by an
 * index, so that a batch costs the same however long the ledger is.
 */
const reconciliationRules: Record<Dimension, Record<string, Find>> = {
  account: {
    "balance against ledger": (run, range) => run(balanceAgainstLedgerSql, range),
    "price held for open tasks": (run, range) => run(heldForOpenTasksSql, range),
  },
  task: {
    "one end of the price of each ended task": (run, range) => run(endsOfTasksSql, range),
    "commissions and refunds beside the price that was captured": (run, range) => run(commissionsAndRefundsSql, range),
    "values of ended tasks wiped": (run, range) => run(valuesOfEndedTasksSql, range),
    "what tasks name, and what names them": (run, range) => run(referencesOfTasksSql, range),
  },
  moment: {
    "commission against money counted": (run, range) =>
      run(countsAgainstLedgerSql, { ...range, metric: "money", kind: "commission" }),
    "tasks that became ready against tasks counted": (run, range) =>
      run(countsAgainstLedgerSql, { ...range, metric: "ready", kind: "capture" }),
  },
};

/** Runs the rules of a dimension over a range of it. */
async function findDifferences(run: Run, dimension: Dimension, range: Range): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [what, find] of Object.entries(reconciliationRules[dimension])) {
    const rows = await find(run, { ...range, limit: maxDifferences });
    differences.push(...rows.map(({ found, expected, ...where }) => ({ what, where, found, expected })));
  }
  return differences;
}

/** Per rule, and per stored scan. */
const maxDifferences = 100;

/**
 * Returns all differences between balances, ledger, counts and tasks. All rules run in one snapshot, so that concurrent
 * changes do not appear as differences. Reads the whole ledger and all tasks and counts.
 */
export async function reconcile({ ctx }: { ctx: Context }): Promise<Difference[]> {
  requireSystem(ctx);
  return ctx.db.transaction(
    async (tx) => {
      const differences: Difference[] = [];
      const sums = await sumEntries(tx.run, { after: 0, carried: null }, lastKey.account);
      for (const dimension of dimensions)
        differences.push(
          ...(await findDifferences(tx.run, dimension, { after: 0, through: lastKey[dimension], sums })),
        );
      return differences;
    },
    { isolationLevel: "RepeatableRead", timeout: 600_000 },
  );
}

/** The differences of a stored scan, as scanBatch alone writes them. */
function storedDifferences(column: unknown): Difference[] {
  return column as Difference[];
}

export type Reconciliation = NonNullable<Awaited<ReturnType<typeof getReconciliation>>>;

/** The result of the last complete scan by a worker, with the first hundred differences; null before the first one. */
export async function getReconciliation({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  const found = await ctx.db.prisma.reconciliationScan.findFirst({
    where: { endedAt: { not: null } },
    orderBy: { id: "desc" },
    select: { beganAt: true, endedAt: true, differences: true },
  });
  if (!found?.endedAt) return null;
  return { ...found, endedAt: found.endedAt, differences: storedDifferences(found.differences) };
}

/** Since when the scan of today fails at every attempt; null if it does not. */
export async function getReconciliationFailure({ ctx }: { ctx: Context }): Promise<Date | null> {
  requireSystem(ctx);
  const found = await ctx.db.prisma.reconciliationScan.findFirst({
    where: { endedAt: null, failingSince: { not: null } },
  });
  return found?.failingSince ?? null;
}

/**
 * Runs one batch of the scan that compares balances, ledger, counts and tasks by the rules of reconcile. A new scan
 * begins a day after the last one began. One process at a time; the others return at once. Differences are stored with
 * the scan, for getReconciliation. Returns those of this batch, and whether to take another one soon.
 */
export async function reconcileInBatches({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  return ctx.db.transaction(scanBatch, { timeout: 600_000 });
}

/** Notes that a batch failed, until one succeeds. Fails itself while the database is unavailable. */
export async function noteFailedBatch({ ctx }: { ctx: Context }): Promise<void> {
  requireSystem(ctx);
  await ctx.db.run(noteFailedBatchSql, { dimension: dimensions[0] });
}

async function scanBatch(tx: Tx): Promise<{ more: boolean; found: Difference[] }> {
  const [lock] = await tx.run(lockScanSql);
  const scan = lock?.locked ? await presentScan(tx) : undefined;
  if (!scan) return { more: false, found: [] };

  // The last batch of a dimension takes the rest, so that the ranges cover everything.
  const { next, sums = [], carried = null } = await ends[scan.dimension](tx.run, scan);
  const through = next ?? lastKey[scan.dimension];
  const found = await findDifferences(tx.run, scan.dimension, { after: scan.after, through, sums });
  const dimension = next === undefined ? dimensions[dimensions.indexOf(scan.dimension) + 1] : scan.dimension;
  await tx.run(saveScanSql, {
    id: scan.id,
    dimension: dimension ?? scan.dimension,
    place: next ?? 0,
    carried,
    differences: [...scan.differences, ...found].slice(0, maxDifferences),
    isEnded: dimension === undefined,
  });
  return { more: dimension !== undefined, found };
}

/** Where a batch of a scan begins: after a key, and of the account after that, after the entries that were summed before. */
interface Place {
  after: number;
  carried: EntrySum | null;
}

/** Where a batch ends; `next` is undefined if it is the last one of its dimension. */
interface End {
  next: number | undefined;
  sums?: EntrySum[];
  carried?: EntrySum | null;
}

const ends: Record<Dimension, (run: Run, place: Place) => Promise<End>> = {
  account: endOfAccounts,
  task: async (run, { after }) => ({ next: endOf(await run(nextTasksSql, { after, size: 5_000 })) }),
  moment: async (run, { after }) => ({ next: endOf(await run(nextMomentsSql, { after, size: 500_000 })) }),
};

/** The entries that a batch sums: an account may have more of them than a statement can read in its time. */
const maxEntries = 50_000;

async function endOfAccounts(run: Run, place: Place): Promise<End> {
  const next = endOf(await run(nextAccountsSql, { after: place.after, size: 500 }));
  const through = next ?? lastKey.account;
  const sums = await sumEntries(run, place, through, maxEntries);
  const last = sums.at(-1);
  const carried = last && sums.reduce((all, { n }) => all + n, 0) >= maxEntries ? last : null;
  const { accountId, entryId } = carried ?? { accountId: through, entryId: lastKey.task };
  const after = beginOf(place);
  await run(storeSumSql, {
    afterAccount: after.accountId,
    after: after.entryId,
    accountId,
    entryId,
    sum: carried ? [carried] : [],
  });
  return carried ? { next: accountId - 1, sums: sums.slice(0, -1), carried } : { next, sums };
}

/** The entry after which a batch goes on. */
function beginOf({ after, carried }: Place) {
  return carried ?? { accountId: after, entryId: lastKey.task };
}

function sumEntries(run: Run, place: Place, through: number, size = lastKey.task) {
  const { accountId, entryId } = beginOf(place);
  return run(sumEntriesSql, { accountId, entryId, through, size, carried: place.carried ? [place.carried] : [] });
}

function endOf([next]: { through: number | null; isFull: boolean }[]): number | undefined {
  return next?.isFull ? (next.through ?? undefined) : undefined;
}

/** The scan that has not ended, or a new one if it is due; undefined if the last one is less than a day old. */
async function presentScan(tx: Tx) {
  const open = await tx.reconciliationScan.findFirst({ where: { endedAt: null }, orderBy: { id: "asc" } });
  if (!open) {
    const [first] = dimensions;
    const [begun] = await tx.run(beginScanSql, { dimension: first });
    return begun && { id: begun.id, dimension: first, after: 0, carried: null, differences: [] };
  }
  const dimension = dimensions.find((one) => one === open.dimension);
  if (!dimension) throw new Error(`The scan ${open.id} is at ${open.dimension}, which this version does not know.`);
  const carried = open.carried as EntrySum | null;
  const after = Number(open.place);
  return {
    id: open.id,
    dimension,
    after,
    // A worker of an older version goes on without it.
    carried: carried?.accountId === after + 1 ? carried : null,
    differences: storedDifferences(open.differences),
  };
}
