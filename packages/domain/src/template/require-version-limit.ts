import type { Tx } from "@gatepost/db/connect";
import { requireBelowLimit } from "../account/require-below-limit.ts";
import type { Context } from "../context.ts";
import { deleteEmptyTemplatesSql } from "./delete-empty-templates.sql.ts";
import { deleteSupersededVersionsSql } from "./delete-superseded-versions.sql.ts";

/**
 * Seconds added to the retention of a task's record: more than the time for which it can have been queued, run and
 * waited.
 */
const longestTask = 30 * 86_400;

/**
 * Throws if the account may not save another version, or another template if it is a new one. At the limit of versions,
 * those that no task can need any more are deleted. The account must be locked.
 */
export async function requireVersionLimit(ctx: Context, tx: Tx, accountId: number, isNew: boolean): Promise<void> {
  if (isNew)
    requireBelowLimit(ctx, "templates", {
      there: await tx.template.count({ where: { accountId, deletedAt: null, draft: false } }),
    });
  const count = () => tx.templateVersion.count({ where: { template: { accountId } } });
  let there = await count();
  if (there >= ctx.settings.accountLimits.templateVersions) {
    await tx.run(deleteSupersededVersionsSql, { accountId, seconds: ctx.settings.recordSeconds + longestTask });
    await tx.run(deleteEmptyTemplatesSql, { accountId });
    there = await count();
  }
  requireBelowLimit(ctx, "templateVersions", { there });
}
