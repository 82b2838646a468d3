import type { AppContext } from "../context.ts";

/** Invalidates the links by which the user could still choose a new password. better-auth's rows contain the user's id. */
export async function deleteResetLinks(app: AppContext, userId: string): Promise<void> {
  await app.db.prisma.verification.deleteMany({ where: { value: userId } });
}
