import { randomBytes } from "node:crypto";
import type { Mode } from "@gatepost/contract/modes";
import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireSession } from "../permission.ts";
import { hashToken } from "./token.ts";

/**
 * Creates a link by which anybody can read one application's reports; with `embeddedMode`, a chart of this mode that
 * other sites can show. The result is the only place with its token. ERROR_ACCESS_DENIED if the application is archived
 * or not the user's; ERROR_BAD_REQUEST if it has reached its limit of links.
 */
export async function createShareLink({
  ctx,
  input,
}: Args<{ softId: number; name: string; embeddedMode?: Mode | undefined }>): Promise<{
  shareId: number;
  token: string;
}> {
  const { actor, db } = requireSession(ctx);
  const name = readName("name", input.name);
  const token = randomBytes(24).toString("base64url");
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor.accountId);
    const owned = await tx.application.findFirst({
      where: { id: input.softId, accountId: actor.accountId, archivedAt: null },
      select: { id: true },
    });
    if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
    const ofApplication = { applicationId: owned.id };
    // Revoked links are shown nowhere, and must not accumulate.
    await tx.shareLink.deleteMany({ where: { ...ofApplication, revokedAt: { not: null } } });
    requireBelowLimit(ctx, "shareLinks", { there: await tx.shareLink.count({ where: ofApplication }) });
    const { id } = await tx.shareLink.create({
      data: { ...ofApplication, name, hash: hashToken(token), embeddedMode: input.embeddedMode ?? null },
      select: { id: true },
    });
    return { shareId: id, token };
  });
}
