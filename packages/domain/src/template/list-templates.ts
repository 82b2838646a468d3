import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";

export interface ListedTemplate {
  templateId: number;
  /** null: built in, visible to all. */
  accountId: number | null;
  name: string;
  version: number;
  steps: number;
  savedAt: Date;
}

/** Built-in templates first, then by account and name. */
const statement = {
  name: "list_templates",
  text: `
    select t.id as "templateId", t.account_id as "accountId", t.name, v.number as version,
           jsonb_array_length(v.document -> 'steps') as steps, v.created_at as "savedAt"
      from template t join template_version v on v.id = t.current_version_id
     where $1::int is null or t.account_id = $1 or t.account_id is null
     order by t.account_id nulls first, t.name`,
};

/** The templates of all, or those that one account can use. */
export async function listTemplates({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId?: number | undefined };
}): Promise<ListedTemplate[]> {
  requireManager(ctx, input.accountId);
  return ctx.db.sql<ListedTemplate>(statement, [input.accountId ?? null]);
}
