import { type Args, cached, requireManager } from "../platform/context.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { openTurns } from "../platform/turns.ts";
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
export function nameSearch(typed: string | null | undefined): { contains: string; mode: "insensitive" } | undefined {
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

/** A search that finds little reads all names, and anybody can search: all searches share one connection of a process. */
const searchTurns = cached("searches", () =>
  openTurns<string>({ atOnce: 1, most: 50, refusal: "Too many searches are under way. Try again." }),
);

interface PublicInput {
  search?: string | undefined;
  after?: number | undefined;
  /** Who asks, as far as that is known: searches of each are made in turn. */
  caller: string;
}

/**
 * The published applications by name, or those whose name contains a text. Those that the demo made up come last. `description`
 * is the beginning of its Markdown; `icon` is the version of its picture. ERROR_SERVICE_UNAVAILABLE for more searches than can wait.
 */
export async function listPublicApplications({ ctx, input: { search, after, caller } }: Args<PublicInput>) {
  const name = nameSearch(search);
  const pattern = name ? `%${name.contains}%` : null;
  return readPage({ limit: pageSize, after }, "softId", (window) => {
    const read = () => ctx.db.run(listPublicApplicationsSql, { ...window, pattern });
    return name ? ctx.cache(searchTurns).during(caller, 1, read) : read();
  });
}
