import type { Context } from "../context.ts";
import { requireSession } from "../permission.ts";

export interface ListedShareLink {
  shareId: number;
  name: string;
  createdAt: Date;
}

/** The links to an application that work now; of another account's application there are none. */
export async function listShareLinks({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number };
}): Promise<ListedShareLink[]> {
  const { actor, db } = requireSession(ctx);
  const found = await db.prisma.shareLink.findMany({
    where: {
      applicationId: input.softId,
      revokedAt: null,
      application: { accountId: actor.accountId, archivedAt: null },
    },
    orderBy: { id: "asc" },
    select: { id: true, name: true, createdAt: true },
  });
  return found.map(({ id, ...link }) => ({ shareId: id, ...link }));
}
