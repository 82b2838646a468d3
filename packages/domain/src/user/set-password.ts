import { normalEmail } from "@gatepost/contract/email";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";

/**
 * Sets a user's password, signs the user out everywhere, and invalidates links to choose another one. ERROR_BAD_REQUEST
 * for an unknown address.
 */
export async function setPassword({ ctx, input }: Args<{ email: string; passwordHash: string }>): Promise<void> {
  requireSystem(ctx);
  const email = normalEmail(input.email);
  await ctx.db.transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new DomainError("ERROR_BAD_REQUEST", `Nobody signs in with ${email}.`);
    await tx.credential.updateMany({
      where: { userId: user.id, providerId: "credential" },
      data: { password: input.passwordHash },
    });
    await tx.session.deleteMany({ where: { userId: user.id } });
    await tx.verification.deleteMany({ where: { value: user.id } });
  });
}
