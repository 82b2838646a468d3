import type { AppContext } from "../context.ts";

/** Ends the links by which the person could still choose a new password. better-auth's rows carry the person's id. */
export async function deleteResetLinks(app: AppContext, userId: string): Promise<void> {
  await app.db.prisma.verification.deleteMany({ where: { value: userId } });
}
