import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";
import { type EmailAddress, toEmailAddress } from "./email-address.ts";

/** The addresses of an account's people, in alphabetical order. Their number is limited. */
export async function listEmailAddresses({
  ctx,
  input: { accountId },
}: Args<{ accountId: number }>): Promise<EmailAddress[]> {
  requireManager(ctx, accountId);
  const rows = await ctx.db.prisma.emailAddress.findMany({ where: { accountId }, orderBy: { email: "asc" } });
  return rows.map(toEmailAddress);
}
