import { randomBytes } from "node:crypto";
import { accountMustExist } from "../accounts/accounts.ts";
import { type AppContext, type Args, logChange, requireManager } from "../platform/context.ts";
import { hashToken, isTokenShaped } from "../platform/vault.ts";
import { openAddressSql } from "./sql/open-address.sql.ts";

/** When the account's address for inbound codes was created; null if it is switched off. */
export async function getAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  return ctx.db.prisma.inboundAddress.findUnique({ where: { accountId }, select: { createdAt: true } });
}

/**
 * Creates the account's address for inbound codes, or replaces it: what is posted to the previous one is ignored from then on.
 * The result is the only place with its token. ERROR_BAD_REQUEST if there is no such account.
 */
export async function rollAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  await accountMustExist(ctx.db.prisma, accountId);
  const token = randomBytes(24).toString("base64url");
  const address = { hash: hashToken(token), createdAt: new Date() };
  await ctx.db.prisma.inboundAddress.upsert({
    where: { accountId },
    create: { accountId, ...address },
    update: address,
  });
  logChange(ctx, "inbound address created", { accountId });
  return { token };
}

/** Switches the address off: what is posted to it is ignored from then on. Rules and the log stay. */
export async function deleteAddress({ ctx, input: { accountId } }: Args<{ accountId: number }>): Promise<void> {
  requireManager(ctx, accountId);
  await ctx.db.prisma.inboundAddress.deleteMany({ where: { accountId } });
  logChange(ctx, "inbound address deleted", { accountId });
}

/** The account of an address for inbound codes; null if there is none, or its account is suspended. */
export async function openAddress({ app, token }: { app: AppContext; token: unknown }): Promise<number | null> {
  if (!isTokenShaped(token)) return null;
  const [address] = await app.db.run(openAddressSql, { hash: Buffer.from(hashToken(token)) });
  return address?.accountId ?? null;
}
