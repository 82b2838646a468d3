import { type Mode, modes } from "@gatepost/contract/modes";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type AppContext, type Args, requireSession } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { readName } from "../platform/name.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { hashToken, isTokenShaped, newToken } from "../platform/vault.ts";

/**
 * Creates a link by which anybody can read one application's reports; with `embeddedMode`, a chart of this mode that
 * other sites can show. The result is the only place with its token. ERROR_ACCESS_DENIED if the application is archived
 * or not the user's; ERROR_BAD_REQUEST if it has reached its limit of links.
 */
export async function createShareLink({
  ctx,
  input,
}: Args<{ softId: number; name: string; embeddedMode?: Mode | undefined }>) {
  const { accountId } = requireSession(ctx);
  const name = readName("name", input.name);
  const token = newToken();
  return changeAccount(ctx, accountId, async (tx) => {
    const owned = await tx.application.findFirst({
      where: { id: input.softId, accountId, archivedAt: null },
      select: { id: true },
    });
    if (!owned) throw new DomainError("ERROR_ACCESS_DENIED");
    const ofApplication = { applicationId: owned.id };
    // Revoked links are shown nowhere, and must not accumulate.
    await tx.shareLink.deleteMany({ where: { ...ofApplication, revokedAt: { not: null } } });
    requireBelowLimit(ctx, "shareLinks", await tx.shareLink.count({ where: ofApplication }));
    const { id } = await tx.shareLink.create({
      data: { ...ofApplication, name, hash: hashToken(token), embeddedMode: input.embeddedMode ?? null },
      select: { id: true },
    });
    return { shareId: id, token };
  });
}

/** The working share links of an application, or its embedded charts; none for another account's application. */
export async function listShareLinks({
  ctx,
  input,
}: Args<PageInput & { softId: number; embedded?: boolean | undefined }>) {
  const { accountId } = requireSession(ctx);
  return readPage(input, "shareId", async ({ take, after }) => {
    const found = await ctx.db.prisma.shareLink.findMany({
      where: {
        id: { gt: after ?? 0 },
        applicationId: input.softId,
        revokedAt: null,
        embeddedMode: input.embedded ? { not: null } : null,
        application: { accountId, archivedAt: null },
      },
      orderBy: { id: "asc" },
      take,
      select: { id: true, name: true, embeddedMode: true, createdAt: true },
    });
    return found.map(({ id, ...link }) => ({ shareId: id, ...link }));
  });
}

/**
 * Revokes a share link or an embedded chart: its next call is refused. ERROR_ACCESS_DENIED if it is not the user's, or
 * was revoked before.
 */
export async function revokeShareLink({ ctx, input }: Args<{ shareId: number }>): Promise<void> {
  const { accountId } = requireSession(ctx);
  const { count } = await ctx.db.prisma.shareLink.updateMany({
    where: { id: input.shareId, revokedAt: null, application: { accountId } },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}

/**
 * The holder of this link; null if it is unknown, revoked, an embedded chart's, or of an archived application. Reads
 * only.
 */
export async function openShareLink({ app, token }: { app: AppContext; token: unknown }) {
  if (!isTokenShaped(token)) return null;
  const link = await app.db.prisma.shareLink.findUnique({
    where: { hash: hashToken(token), embeddedMode: null, revokedAt: null, application: { archivedAt: null } },
    select: { application: { select: { id: true, accountId: true } } },
  });
  return link && { kind: "link" as const, accountId: link.application.accountId, softId: link.application.id };
}

/**
 * The chart of this token with its reader, and what its owner chose to show; null if it is unknown, revoked, a share link's, or of
 * an archived application. Reads only.
 */
export async function openEmbeddedChart({ app, token }: { app: AppContext; token: unknown }) {
  if (!isTokenShaped(token)) return null;
  const link = await app.db.prisma.shareLink.findUnique({
    where: { hash: hashToken(token), revokedAt: null, application: { archivedAt: null } },
    select: { embeddedMode: true, application: { select: { id: true, accountId: true, name: true } } },
  });
  const mode = modes.find((one) => one === link?.embeddedMode);
  if (!link || !mode) return null;
  const { id, accountId, name } = link.application;
  return { actor: { kind: "link" as const, accountId, softId: id }, name, mode };
}
