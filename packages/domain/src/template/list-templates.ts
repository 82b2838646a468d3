import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";
import { listTemplatesSql } from "./list-templates.sql.ts";

export interface ListedTemplate {
  templateId: number;
  /** null: built in, visible to all. */
  accountId: number | null;
  name: string;
  version: number;
  steps: number;
  savedAt: Date;
}

/** The templates of all, or those that one account can use. */
export async function listTemplates({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId?: number | undefined };
}): Promise<ListedTemplate[]> {
  requireManager(ctx, input.accountId);
  return ctx.db.run(listTemplatesSql, { accountId: input.accountId ?? null });
}
