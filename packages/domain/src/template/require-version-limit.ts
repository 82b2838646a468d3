import type { Tx } from "@gatepost/db/connect";
import { requireBelowLimit } from "../account/require-below-limit.ts";
import type { Context } from "../context.ts";
import { deleteSupersededVersionsSql } from "./delete-superseded-versions.sql.ts";

/** Seconds beyond the time for which a task's record is kept: it may have been queued, have run and have waited for less. */
const longestTask = 30 * 86_400;

/**
 * Whether the account may save one more version, of one more template if it is a new one. Where it has as many versions as
 * it may, those go that no task can need any more. The account must be locked.
 */
export async function requireVersionLimit(ctx: Context, tx: Tx, accountId: number, isNew: boolean): Promise<void> {
  if (isNew) requireBelowLimit(ctx, "templates", { there: await tx.template.count({ where: { accountId } }) });
  const count = () => tx.templateVersion.count({ where: { template: { accountId } } });
  let there = await count();
  if (there >= ctx.settings.accountLimits.templateVersions) {
    await tx.run(deleteSupersededVersionsSql, { accountId, seconds: ctx.settings.recordSeconds + longestTask });
    there = await count();
  }
  requireBelowLimit(ctx, "templateVersions", { there });
}
