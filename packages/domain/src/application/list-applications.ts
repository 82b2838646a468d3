import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireManager } from "../permission.ts";
import { nameSearch } from "./name-search.ts";

export interface ListedApplication {
  softId: number;
  accountId: number;
  name: string;
  downloadUrl: string | null;
  published: boolean;
  demo: boolean;
  createdAt: Date;
  /** The version of its picture. */
  icon: string | null;
}

/** The applications of one account or of all, by softId; with `search`, those whose name contains it; or the archived ones. */
export async function listApplications({
  ctx,
  input,
}: Args<
  PageInput & { accountId?: number | undefined; search?: string | undefined; archived?: boolean | undefined }
>): Promise<Page<ListedApplication>> {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  const search = nameSearch(input.search);
  const read = async ({ take, after }: Window) => {
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
  };
  return readPage(input, read, ({ softId }) => softId);
}
