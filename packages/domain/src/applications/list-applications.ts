import { type Args, requireManager } from "../platform/context.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { listPublicApplicationsSql } from "./sql/list-public-applications.sql.ts";

/**
 * The applications of one account or of all, by softId; with `search`, those whose name contains it; or the archived ones. `icon`:
 * the version of its picture.
 */
export async function listApplications({
  ctx,
  input,
}: Args<PageInput & { accountId?: number | undefined; search?: string | undefined; archived?: boolean | undefined }>) {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  const search = nameSearch(input.search);
  return readPage(input, "softId", async ({ take, after }) => {
    const found = await ctx.db.prisma.application.findMany({
      where: {
        id: { gt: after ?? 0 },
        archivedAt: input.archived ? { not: null } : null,
        ...(accountId !== undefined && { accountId }),
        ...(search && { name: search }),
      },
      orderBy: { id: "asc" },
      take,
      select: {
        id: true,
        accountId: true,
        name: true,
        downloadUrl: true,
        published: true,
        demo: true,
        createdAt: true,
        icon: { select: { version: true } },
      },
    });
    return found.map(({ id, icon, ...application }) => ({ softId: id, ...application, icon: icon?.version ?? null }));
  });
}

/** The condition that finds names containing a text in any letter case; none for a blank text. */
export function nameSearch(typed: string | undefined): { contains: string; mode: "insensitive" } | undefined {
  // Prisma passes it to ILIKE unchanged.
  const text = typed
    ?.replaceAll("\0", "")
    .trim()
    .normalize("NFC")
    .slice(0, 100)
    .replace(/[\\%_]/g, "\\$&");
  return text ? { contains: text, mode: "insensitive" } : undefined;
}

const pageSize = 48;

/**
 * The published applications by name, or those whose name contains a text. Those that the demo made up come last. `description`
 * is the beginning of its Markdown; `icon` is the version of its picture.
 */
export async function listPublicApplications({
  ctx,
  input,
}: Args<{ search?: string | undefined; after?: number | undefined }>) {
  const search = nameSearch(input.search);
  return readPage({ limit: pageSize, after: input.after }, "softId", (window) =>
    ctx.db.run(listPublicApplicationsSql, { ...window, pattern: search ? `%${search.contains}%` : null }),
  );
}
