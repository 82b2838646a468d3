import { lockAccount } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { lockNameSql } from "./lock-name.sql.ts";
import { readDocument } from "./read-document.ts";
import { planVersion, storeVersion } from "./store-version.ts";

interface SaveTemplateInput {
  /** null: built in, visible to all. */
  accountId: number | null;
  /** As templateDocument describes it; problems are reported with their path. */
  document: unknown;
}

/**
 * Saves a template as its next version; existing tasks keep theirs. An unchanged document makes no new version.
 * ERROR_BAD_REQUEST if the document is invalid, for example because of a wait whose name is not permanent, if the
 * account does not exist, and if it has reached its limit of templates or versions.
 */
export async function saveTemplate({
  ctx,
  input,
}: Args<SaveTemplateInput>): Promise<{ templateId: number; version: number }> {
  requireSystem(ctx);
  const document = readDocument(input.document);
  return ctx.db.transaction(async (tx) => {
    // One writer at a time, so that two saves of one name do not both become its first version.
    if (input.accountId !== null) await lockAccount(tx, input.accountId);
    else await tx.run(lockNameSql, { name: document.name });
    const saved = { accountId: input.accountId, document, given: input.document };
    const plan = await planVersion(tx, saved);
    return { templateId: await storeVersion(ctx, tx, plan, saved), version: plan.version };
  });
}
