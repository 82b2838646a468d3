import { type Mode, modes } from "@gatepost/contract/modes";
import type { Actor } from "../actor.ts";
import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "./token.ts";

/** An embedded chart with its reader. */
interface OpenedEmbeddedChart {
  actor: Extract<Actor, { kind: "link" }>;
  name: string;
  /** What its owner chose to show. */
  mode: Mode;
}

/**
 * The chart of this token; null if it is unknown, revoked, a share link's, or of an archived application. Reads only.
 */
export async function openEmbeddedChart({
  app,
  token,
}: {
  app: AppContext;
  token: unknown;
}): Promise<OpenedEmbeddedChart | null> {
  if (!isTokenShaped(token)) return null;
  const link = await app.db.prisma.shareLink.findUnique({
    where: { hash: hashToken(token), revokedAt: null, application: { archivedAt: null } },
    select: { embeddedMode: true, application: { select: { id: true, accountId: true, name: true } } },
  });
  const mode = modes.find((one) => one === link?.embeddedMode);
  if (!link || !mode) return null;
  const { id, accountId, name } = link.application;
  return { actor: { kind: "link", accountId, softId: id }, name, mode };
}
