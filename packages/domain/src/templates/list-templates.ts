import { nameSearch } from "../applications/list-applications.ts";
import { type Args, requireAccount, requireManager, requireSession } from "../platform/context.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import { listTemplatesSql } from "./sql/list-templates.sql.ts";
import { type ListUsableTemplatesRow, listUsableTemplatesSql } from "./sql/list-usable-templates.sql.ts";
import { documentCache, summarize, type TemplateSummary } from "./summary.ts";

/** The templates of all, or those that one account can use, by id. One without an account is built in, and visible to all. */
export async function listTemplates({ ctx, input }: Args<PageInput & { accountId?: number | undefined }>) {
  requireManager(ctx, input.accountId);
  const { accountId = null } = input;
  return readPage(input, "templateId", (window) => ctx.db.run(listTemplatesSql, { accountId, ...window }));
}

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
  const { items, next } = await readPage(page, "templateId", (window) =>
    ctx.db.run(listUsableTemplatesSql, {
      accountId,
      builtIn: builtIn ?? null,
      pattern: name ? `%${name.contains}%` : null,
      ...window,
    }),
  );
  const usable: UsableTemplate[] = [];
  // One at a time: a page of large documents must not be in memory at once.
  for (const item of items) {
    const document = await ctx.cache(documentCache).read(item.versionId);
    // Absent: deleted meanwhile.
    if (document) usable.push({ ...item, ...summarize(document) });
  }
  return { items: usable, next };
}

/**
 * The versions of a template of the user's account that are kept, the latest first; none if it has no template of this name.
 * Superseded ones are deleted when the account needs their place for new ones. `keyName`: of the key by which it was saved, as long as
 * the key exists; null: a person, or a key that is gone.
 */
export async function listTemplateVersions({ ctx, input: { name, ...page } }: Args<PageInput & { name: string }>) {
  const { actor, db } = requireSession(ctx);
  const { accountId } = actor;
  const { items, next } = await readPage(page, "number", ({ take, after }) =>
    db.prisma.templateVersion.findMany({
      where: {
        template: {
          accountId,
          name: { in: [name, name.normalize("NFC")] },
          currentVersionId: { not: null },
          draft: false,
        },
        ...(after !== null && { number: { lt: after } }),
      },
      orderBy: { number: "desc" },
      take,
      select: { number: true, createdAt: true, keyId: true },
    }),
  );
  const keyIds = [...new Set(items.flatMap(({ keyId }) => keyId ?? []))];
  const keys = await db.prisma.apiKey.findMany({
    where: { id: { in: keyIds }, accountId },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map((key) => [key.id, key.name]));
  return {
    items: items.map(({ number, createdAt, keyId }) => ({
      version: number,
      savedAt: createdAt,
      keyName: names.get(keyId ?? 0) ?? null,
    })),
    next,
  };
}
