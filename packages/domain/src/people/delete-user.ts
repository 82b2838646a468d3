import type { Tx } from "@gatepost/db/connect";
import { lockAccountSql } from "../accounts/sql/lock-account.sql.ts";
import { revokeKeysSql } from "../accounts/sql/revoke-keys.sql.ts";
import { deleteEndpointsSql } from "../notifications/sql/delete-endpoints.sql.ts";
import { type Args, type Context, requireSession } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { deleteEndedTasksSql } from "./sql/delete-ended-tasks.sql.ts";

/**
 * Deletes the signed-in user, and with the last user of an account the account: its keys are refused from their next call on,
 * its open tasks are cancelled and their price released, its tasks, templates, stored secrets, sessions, email addresses,
 * inbound messages and share links are deleted, and its applications are archived without anything that identifies their owner.
 * The ledger, the balance under the account's number and the counts stay. ERROR_ACCESS_DENIED unless the password that the user
 * has just typed matches the hash (`isPassword`). If it fails half-way, the user still exists and can try again.
 */
export async function deleteUser({ ctx, input }: Args<{ isPassword: (hash: string) => Promise<boolean> }>) {
  const person = requireSession(ctx);
  const credential = await ctx.db.prisma.credential.findFirst({
    where: { userId: person.userId, providerId: "credential" },
    select: { password: true },
  });
  if (!credential?.password || !(await input.isPassword(credential.password)))
    throw new DomainError("ERROR_ACCESS_DENIED", "The password is not right. Type it again.");

  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (!(await hasOthers(ctx.db.prisma, person))) await emptyAccount(ctx, person);
    const done = await ctx.db.transaction((tx) => deletePerson(tx, person));
    if (done !== "tasks left") return { accountClosed: done === "account closed" };
  }
  throw new DomainError("ERROR_SERVICE_UNAVAILABLE");
}

/** A call that was under way when the keys ended can still create a task. This is the limit of such rounds. */
const maxAttempts = 5;

type Whose = ReturnType<typeof requireSession>;

async function hasOthers(tx: Pick<Tx, "user">, { accountId, userId }: Whose): Promise<boolean> {
  return (await tx.user.count({ where: { accountId, id: { not: userId } } })) > 0;
}

/** Cancels open tasks, and deletes in batches what may be much, so that others are not held up, and the last transaction is short. */
async function emptyAccount(ctx: Context, { accountId }: Whose): Promise<void> {
  const { prisma } = ctx.db;
  await ctx.db.run(revokeKeysSql, { accountId, keyId: null });
  for (;;) {
    const open = await prisma.task.findMany({ where: { accountId, endedAt: null }, select: { id: true }, take: 100 });
    if (open.length === 0) break;
    await Promise.all(
      open.map(({ id }) =>
        cancelTask({ ctx, input: { taskId: Number(id), reason: "its account was deleted." } }).catch(unlessEnded),
      ),
    );
  }
  while ((await ctx.db.run(deleteEndedTasksSql, { accountId }))[0]?.deleted);
  // Of a day, which may have had a million calls.
  while ((await prisma.idempotency.deleteMany({ where: { accountId }, limit: 1_000 })).count > 0);
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof DomainError && error.code === "ERROR_TASK_FINISHED")) throw error;
}

/** The account's lock decides between its two last users who leave at once. */
async function deletePerson(tx: Tx, whose: Whose): Promise<"left" | "account closed" | "tasks left"> {
  const { accountId, userId } = whose;
  const [account] = await tx.run(lockAccountSql, { accountId });
  const person = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
  // Another call of the same user was faster.
  if (!person) return account?.isDeleted ? "account closed" : "left";
  const others = await hasOthers(tx, whose);
  if (!others && (await tx.task.count({ where: { accountId } })) > 0) return "tasks left";
  // Links to reset the password contain the user's id.
  await tx.verification.deleteMany({ where: { value: userId } });
  await tx.user.delete({ where: { id: userId } });
  await tx.emailAddress.deleteMany({ where: { accountId, ...(others && { email: person.email }) } });
  if (others) return "left";

  await tx.apiKey.deleteMany({ where: { accountId } });
  await tx.callbackSecret.deleteMany({ where: { accountId } });
  await tx.storedSecret.deleteMany({ where: { accountId } });
  await tx.taskSession.deleteMany({ where: { accountId } });
  await tx.run(deleteEndpointsSql, { accountId, endpointId: null });
  await tx.inboundAddress.deleteMany({ where: { accountId } });
  await tx.inboundRule.deleteMany({ where: { accountId } });
  await tx.inboundMessage.deleteMany({ where: { accountId } });
  await tx.idempotency.deleteMany({ where: { accountId } });
  await tx.template.deleteMany({ where: { accountId } });
  await tx.shareLink.deleteMany({ where: { application: { accountId } } });
  await tx.note.deleteMany({ where: { kind: "own", application: { accountId } } });
  await tx.applicationIcon.deleteMany({ where: { application: { accountId } } });
  await tx.applicationScreenshot.deleteMany({ where: { application: { accountId } } });
  await tx.application.updateMany({
    where: { accountId },
    data: {
      name: "Deleted application",
      description: "",
      version: "",
      links: [],
      homepage: null,
      downloadUrl: null,
      published: false,
    },
  });
  await tx.application.updateMany({ where: { accountId, archivedAt: null }, data: { archivedAt: new Date() } });
  await tx.account.update({
    where: { id: accountId },
    // No email address, so that nobody can have taken it by signing up with it, and none of the owner's sites.
    data: { email: `deleted-${accountId}`, embedOrigins: [], suspendedAt: new Date() },
  });
  return "account closed";
}
