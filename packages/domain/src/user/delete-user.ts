import type { Tx } from "@gatepost/db/connect";
import { lockAccountSql } from "../account/lock-account.sql.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { revokeKeysSql } from "../key/revoke-keys.sql.ts";
import { requireSession, type SessionContext } from "../permission.ts";
import { cancelTask } from "../task/cancel-task.ts";
import { deleteEndedTasksSql } from "./delete-ended-tasks.sql.ts";

export interface DeleteUserInput {
  /** Whether the hash is that of the password which the person has typed just now. */
  isPassword: (hash: string) => Promise<boolean>;
}

/**
 * Deletes the person who is signed in, and with the last person of an account the account: its keys are refused at their
 * next call, its open tasks are cancelled and their price released, tasks, templates and share links are gone,
 * applications are archived without a word that tells whose they were. What stays for the books: the ledger and the
 * balance under the account's number, and what was counted.
 *
 * ERROR_ACCESS_DENIED for a wrong password. What fails half-way leaves the person, who can ask again.
 */
export async function deleteUser({
  ctx,
  input,
}: {
  ctx: Context;
  input: DeleteUserInput;
}): Promise<{ accountClosed: boolean }> {
  const session = requireSession(ctx);
  const { actor, db } = session;
  const credential = await db.prisma.credential.findFirst({
    where: { userId: actor.userId, providerId: "credential" },
    select: { password: true },
  });
  if (!credential?.password || !(await input.isPassword(credential.password)))
    throw new DomainError("ERROR_ACCESS_DENIED", "The password is not right. Type it again.");

  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (!(await hasOthers(db.prisma, actor))) await emptyAccount(session);
    const done = await db.transaction((tx) => deletePerson(tx, actor));
    if (done !== "tasks left") return { accountClosed: done === "account closed" };
  }
  throw new DomainError("ERROR_SERVICE_UNAVAILABLE");
}

/** A call that was under way when the keys ended can still bring a task; more of them than this cannot be. */
const maxAttempts = 5;

type Whose = SessionContext["actor"];

async function hasOthers(tx: Pick<Tx, "user">, { accountId, userId }: Whose): Promise<boolean> {
  return (await tx.user.count({ where: { accountId, id: { not: userId } } })) > 0;
}

/** Ends what goes on, and takes the tasks away in batches, so that the last transaction is short. */
async function emptyAccount(ctx: SessionContext): Promise<void> {
  const { accountId } = ctx.actor;
  const { prisma } = ctx.db;
  await ctx.db.run(revokeKeysSql, { accountId, keyId: null });
  const open = await prisma.task.findMany({ where: { accountId, endedAt: null }, select: { id: true } });
  await Promise.all(
    open.map(({ id }) =>
      cancelTask({ ctx, input: { taskId: Number(id), reason: "its account was deleted." } }).catch(unlessEnded),
    ),
  );
  for (;;) {
    const [batch] = await ctx.db.run(deleteEndedTasksSql, { accountId });
    if (!batch?.deleted) return;
  }
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof DomainError && error.code === "ERROR_TASK_FINISHED")) throw error;
}

/** The account's lock decides between its two last people who leave at once. */
async function deletePerson(tx: Tx, actor: Whose): Promise<"left" | "account closed" | "tasks left"> {
  const { accountId, userId } = actor;
  await tx.run(lockAccountSql, { accountId });
  const others = await hasOthers(tx, actor);
  if (!others && (await tx.task.count({ where: { accountId } })) > 0) return "tasks left";
  // Links to reset the password carry the person's id.
  await tx.verification.deleteMany({ where: { value: userId } });
  await tx.user.delete({ where: { id: userId } });
  if (others) return "left";

  await tx.apiKey.deleteMany({ where: { accountId } });
  await tx.callbackSecret.deleteMany({ where: { accountId } });
  await tx.idempotency.deleteMany({ where: { accountId } });
  await tx.template.deleteMany({ where: { accountId } });
  await tx.shareLink.deleteMany({ where: { application: { accountId } } });
  await tx.note.deleteMany({ where: { kind: "own", application: { accountId } } });
  await tx.applicationIcon.deleteMany({ where: { application: { accountId } } });
  await tx.application.updateMany({
    where: { accountId },
    data: { name: "Deleted application", description: "", homepage: null, downloadUrl: null, published: false },
  });
  await tx.application.updateMany({ where: { accountId, archivedAt: null }, data: { archivedAt: new Date() } });
  await tx.account.update({
    where: { id: accountId },
    data: { email: `deleted-${accountId}@deleted.invalid`, suspendedAt: new Date() },
  });
  return "account closed";
}
