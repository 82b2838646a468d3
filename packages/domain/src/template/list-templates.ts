import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireManager } from "../permission.ts";
import { type ListTemplatesRow, listTemplatesSql } from "./list-templates.sql.ts";

/** A template without an account is built in, and visible to all. */
export type ListedTemplate = ListTemplatesRow;

/** The templates of all, or those that one account can use, by id. */
export async function listTemplates({
  ctx,
  input,
}: Args<PageInput & { accountId?: number | undefined }>): Promise<Page<ListedTemplate>> {
  requireManager(ctx, input.accountId);
  const { accountId = null } = input;
  return readPage(
    input,
    (window) => ctx.db.run(listTemplatesSql, { accountId, ...window }),
    ({ templateId }) => templateId,
  );
}
