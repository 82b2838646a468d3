import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";
import { getDeletionPreviewSql } from "./get-deletion-preview.sql.ts";

/** What deleting the signed-in user would delete and leave. */
export interface DeletionPreview {
  email: string;
  accountId: number;
  /** Other users of the account; it stays as long as there are any. */
  others: number;
  keys: number;
  applications: number;
  templates: number;
  emailAddresses: number;
  tasks: number;
  /** Those of them that have not ended. */
  openTasks: number;
  ledgerEntries: number;
  /** Millionths of a dollar. */
  available: number;
}

/** The counts of the signed-in user's account. */
export async function getDeletionPreview({ ctx }: { ctx: Context }): Promise<DeletionPreview> {
  const { actor, db } = requireSession(ctx);
  const [preview] = await db.run(getDeletionPreviewSql, { userId: actor.userId, accountId: actor.accountId });
  if (!preview) throw new DomainError("ERROR_ACCESS_DENIED");
  return { ...preview, available: Number(preview.available) };
}
