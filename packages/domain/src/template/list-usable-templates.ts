import { nameSearch } from "../application/name-search.ts";
import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireAccount } from "../permission.ts";
import { type ListUsableTemplatesRow, listUsableTemplatesSql } from "./list-usable-templates.sql.ts";
import type { TemplateSummary } from "./summarize.ts";

/** `keyId`: the key by which its current version was saved, with its name and hint as long as it exists. */
export type UsableTemplate = ListUsableTemplatesRow & TemplateSummary;

/**
 * The templates that the calling account can use, by id: its own (`builtIn` false), and the built-in ones that it has not
 * replaced (true).
 */
export async function listUsableTemplates({
  ctx,
  input: { search, builtIn, ...page },
}: Args<PageInput & { search?: string | undefined; builtIn?: boolean | undefined }>): Promise<Page<UsableTemplate>> {
  const { accountId } = requireAccount(ctx, null).actor;
  const name = nameSearch(search);
  const { items, next } = await readPage(
    page,
    (window) =>
      ctx.db.run(listUsableTemplatesSql, {
        ...{ accountId, builtIn: builtIn ?? null, pattern: name ? `%${name.contains}%` : null },
        ...window,
      }),
    ({ templateId }) => templateId,
  );
  const summaries = await ctx.summaries.read(items.map(({ versionId }) => versionId));
  return {
    // Absent: deleted meanwhile.
    items: items.flatMap((item) => {
      const summary = summaries.get(item.versionId);
      return summary ? [{ ...item, ...summary }] : [];
    }),
    next,
  };
}
