import type { Tx } from "@gatepost/db/connect";
import type { Run } from "@gatepost/db/statement";
import { type Context, requireSystem } from "../platform/context.ts";
import { storedDifferences } from "./reconcile.ts";
import {
  type Difference,
  type Dimension,
  dimensions,
  findDifferences,
  lastPlace,
  maxDifferences,
} from "./reconciliation-rules.ts";
import { beginScanSql } from "./sql/begin-scan.sql.ts";
import { lockScanSql } from "./sql/lock-scan.sql.ts";
import { nextAccountsSql } from "./sql/next-accounts.sql.ts";
import { nextMomentsSql } from "./sql/next-moments.sql.ts";
import { nextTasksSql } from "./sql/next-tasks.sql.ts";
import { saveScanSql } from "./sql/save-scan.sql.ts";

/**
 * Runs one batch of the scan that compares balances, ledger, counts and tasks by the rules of reconcile. A new scan
 * begins a day after the last one began. One process at a time; the others return at once. Differences are stored with
 * the scan, for getReconciliation. Returns those of this batch, and whether to take another one soon.
 */
export async function reconcileInBatches({ ctx }: { ctx: Context }) {
  requireSystem(ctx);
  return ctx.db.transaction(scanBatch, { timeout: 600_000 });
}

async function scanBatch(tx: Tx): Promise<{ more: boolean; found: Difference[] }> {
  const [lock] = await tx.run(lockScanSql);
  const scan = lock?.locked ? await presentScan(tx) : undefined;
  if (!scan) return { more: false, found: [] };

  // The last batch of a dimension takes the rest, so that the ranges cover everything.
  const next = await ends[scan.dimension](tx.run, scan.after);
  const through = next ?? lastPlace[scan.dimension];
  const found = await findDifferences(tx.run, scan.dimension, { after: scan.after, through });
  const dimension = next === undefined ? dimensions[dimensions.indexOf(scan.dimension) + 1] : scan.dimension;
  await tx.run(saveScanSql, {
    id: scan.id,
    dimension: dimension ?? scan.dimension,
    place: next ?? 0,
    differences: [...scan.differences, ...found].slice(0, maxDifferences),
    isEnded: dimension === undefined,
  });
  return { more: dimension !== undefined, found };
}

/** Where a batch that begins after a place ends; undefined if it is the last one. */
const ends: Record<Dimension, (run: Run, after: number) => Promise<number | undefined>> = {
  account: async (run, after) => endOf(await run(nextAccountsSql, { after, size: 500 })),
  task: async (run, after) => endOf(await run(nextTasksSql, { after, size: 5_000 })),
  moment: async (run, after) => endOf(await run(nextMomentsSql, { after, seconds: 86_400 })),
};

function endOf([next]: { through: number | null; isFull: boolean }[]): number | undefined {
  return next?.isFull ? (next.through ?? undefined) : undefined;
}

/** The scan that has not ended, or a new one if it is due; undefined if the last one is less than a day old. */
async function presentScan(tx: Tx) {
  const open = await tx.reconciliationScan.findFirst({ where: { endedAt: null }, orderBy: { id: "asc" } });
  if (!open) {
    const [first] = dimensions;
    const [begun] = await tx.run(beginScanSql, { dimension: first });
    return begun && { id: begun.id, dimension: first, after: 0, differences: [] };
  }
  const dimension = dimensions.find((one) => one === open.dimension);
  if (!dimension) throw new Error(`The scan ${open.id} is at ${open.dimension}, which this version does not know.`);
  return { id: open.id, dimension, after: Number(open.place), differences: storedDifferences(open.differences) };
}
