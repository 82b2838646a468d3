import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";

/** Those of the sessions that exist and have not expired, by id, each with the same mark always. */
export async function readSessionMarks({
  ctx,
  input: { sessionIds },
}: Args<{ sessionIds: readonly string[] }>): Promise<Map<string, string>> {
  requireSystem(ctx);
  const rows = await ctx.db.prisma.session.findMany({
    where: { id: { in: [...sessionIds] }, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return new Map(rows.map(({ id }) => [id, signedInMark]));
}

/** The mark of every session that exists. */
export const signedInMark = "signed in";
