import type { Actor } from "../actor.ts";
import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "./token.ts";

/**
 * The holder of this link; null if it is unknown, revoked, an embedded chart's, or of an archived application. Reads
 * only.
 */
export async function openShareLink({
  app,
  token,
}: {
  app: AppContext;
  token: unknown;
}): Promise<Extract<Actor, { kind: "link" }> | null> {
  if (!isTokenShaped(token)) return null;
  const link = await app.db.prisma.shareLink.findUnique({
    where: { hash: hashToken(token), embeddedMode: null, revokedAt: null, application: { archivedAt: null } },
    select: { application: { select: { id: true, accountId: true } } },
  });
  return link && { kind: "link", accountId: link.application.accountId, softId: link.application.id };
}
