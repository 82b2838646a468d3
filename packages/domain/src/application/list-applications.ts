import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";

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

/** The applications by softId, of one account or of all, a page of at most 1,000 after `after`. */
export async function listApplications({
  ctx,
  input,
}: {
  ctx: Context;
  input: { accountId?: number | undefined; after?: number };
}): Promise<ListedApplication[]> {
  requireManager(ctx, input.accountId);
  const { accountId, after = 0 } = input;
  const found = await ctx.db.prisma.application.findMany({
    where: { id: { gt: after }, archivedAt: null, ...(accountId !== undefined && { accountId }) },
    orderBy: { id: "asc" },
    take: 1_000,
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
}
