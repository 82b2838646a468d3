import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage, type Window } from "../page.ts";
import { requireSession } from "../permission.ts";

interface ListedShareLink {
  shareId: number;
  name: string;
  /** The mode of an embedded chart. */
  embeddedMode: string | null;
  createdAt: Date;
}

/** The working share links of an application, or its embedded charts; none for another account's application. */
export async function listShareLinks({
  ctx,
  input,
}: Args<PageInput & { softId: number; embedded?: boolean | undefined }>): Promise<Page<ListedShareLink>> {
  const { actor, db } = requireSession(ctx);
  const read = async ({ take, after }: Window) => {
    const found = await db.prisma.shareLink.findMany({
      where: {
        id: { gt: after ?? 0 },
        applicationId: input.softId,
        revokedAt: null,
        embeddedMode: input.embedded ? { not: null } : null,
        application: { accountId: actor.accountId, archivedAt: null },
      },
      orderBy: { id: "asc" },
      take,
      select: { id: true, name: true, embeddedMode: true, createdAt: true },
    });
    return found.map(({ id, ...link }) => ({ shareId: id, ...link }));
  };
  return readPage(input, read, ({ shareId }) => shareId);
}
