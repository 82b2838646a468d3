import { randomBytes } from "node:crypto";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireSession } from "../permission.ts";
import { hashToken } from "./token.ts";

/**
 * Makes a link by which anybody may read one application's reports. Its token is in this answer and nowhere else.
 * ERROR_ACCESS_DENIED for an application that is not the person's, or archived.
 */
export async function createShareLink({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; name: string };
}): Promise<{ shareId: number; token: string }> {
  const { actor, db } = requireSession(ctx);
  const name = readName("name", input.name);
  const owned = await db.prisma.application.findFirst({
    where: { id: input.softId, accountId: actor.accountId, archivedAt: null },
    select: { id: true },
  });
  if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
  const token = randomBytes(24).toString("base64url");
  const { id } = await db.prisma.shareLink.create({
    data: { applicationId: owned.id, name, hash: hashToken(token) },
    select: { id: true },
  });
  return { shareId: id, token };
}
