import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";

export interface ListedKey {
  keyId: number;
  name: string;
  /** The key's first and last characters. */
  hint: string;
  readOnly: boolean;
  addresses: string[];
  expiresAt: Date | null;
  /** In the future: a rolled key within its grace. */
  revokedAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
  createdAt: Date;
}

const shown = {
  id: true,
  name: true,
  hint: true,
  readOnly: true,
  addresses: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const;

/** The keys of an account, revoked and expired ones too. */
export async function listKeys({ ctx, input }: { ctx: Context; input: { accountId: number } }): Promise<ListedKey[]> {
  requireManager(ctx, input.accountId);
  const { accountId } = input;
  const found = await ctx.db.prisma.apiKey.findMany({ where: { accountId }, orderBy: { id: "asc" }, select: shown });
  return found.map(({ id, ...key }) => ({ keyId: id, ...key }));
}
