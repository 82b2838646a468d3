import type { Context } from "@gatepost/domain/context";
import { log, logFault } from "@gatepost/domain/log";
import { runMaintenance } from "@gatepost/domain/maintenance/run-maintenance";
import { reconcileInBatches } from "@gatepost/domain/money/reconcile-in-batches";
import { repeat } from "@gatepost/domain/repeat";
import { isUnavailable } from "@gatepost/domain/unavailable";

const pauseMs = 1_000;
const longPauseMs = 60_000;

/**
 * Deletes expired data and reconciles the ledger until the signal is aborted: one batch a minute, or continuously while
 * there is more. Never rejects.
 */
export function keepMaintaining(ctx: Context, signal: AbortSignal): Promise<void> {
  const round = async () => {
    const { taken, faults } = await runMaintenance({ ctx });
    for (const { job, error } of faults) if (!isUnavailable(error)) logFault("maintenance job failed", error, { job });
    return Object.values(taken).some((n) => n > 0) || (await reconcileBatch(ctx)) ? pauseMs : longPauseMs;
  };
  return repeat(round, { signal, onFault: (error) => logFault("maintenance job failed", error) });
}

/** Logs each difference for the operator; `gatepost check` shows them too. Returns whether there is more to scan. */
async function reconcileBatch(ctx: Context): Promise<boolean> {
  try {
    const { more, found } = await reconcileInBatches({ ctx });
    for (const difference of found) log("reconciliation difference", { ...difference });
    return more;
  } catch (error) {
    if (!isUnavailable(error)) logFault("reconciliation failed", error);
    return false;
  }
}
