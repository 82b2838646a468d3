import { randomBytes } from "node:crypto";
import { limits } from "@gatepost/contract/limits";
import type { Args } from "../context.ts";
import { requireSystem } from "../permission.ts";
import { hashToken } from "../share/token.ts";
import type { WaitEmail } from "./claim-emails.ts";

/** Creates the answer link of an email. It works while the task waits, and ends with the address. */
export async function createEmailedLink({
  ctx,
  input: { accountId, taskId, name, addressId },
}: Args<Pick<WaitEmail, "accountId" | "taskId" | "name" | "addressId">>): Promise<{ token: string }> {
  requireSystem(ctx);
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(Date.now() + limits.linkSeconds * 1_000);
  await ctx.db.prisma.answerLink.create({
    data: { accountId, taskId, name, hash: hashToken(token), expiresAt, emailAddressId: addressId },
  });
  return { token };
}
