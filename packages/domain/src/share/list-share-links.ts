import type { Context } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireSession } from "../permission.ts";

interface ListedShareLink {
  shareId: number;
  name: string;
  createdAt: Date;
}

/** The working links of an application; none for another account's application. */
export async function listShareLinks({
  ctx,
  input,
}: {
  ctx: Context;
  input: PageInput & { softId: number };
}): Promise<Page<ListedShareLink>> {
  const { actor, db } = requireSession(ctx);
  const read = async ({ take, after }: Window) => {
    const found = await db.prisma.shareLink.findMany({
      where: {
        id: { gt: after ?? 0 },
        applicationId: input.softId,
        revokedAt: null,
        application: { accountId: actor.accountId, archivedAt: null },
      },
      orderBy: { id: "asc" },
      take,
      select: { id: true, name: true, createdAt: true },
    });
    return found.map(({ id, ...link }) => ({ shareId: id, ...link }));
  };
  return readPage(input, read, ({ shareId }) => shareId);
}
