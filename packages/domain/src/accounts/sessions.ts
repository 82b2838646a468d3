import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { limits } from "@gatepost/contract/limits";
import { type Args, requireAccount, requireChange, requireWorker } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import type { Held } from "../platform/heartbeat.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import type { Bound } from "../platform/vault.ts";
import { type ListSessionsRow, listSessionsSql } from "./sql/list-sessions.sql.ts";
import { saveSessionSql } from "./sql/save-session.sql.ts";
import { useSessionSql } from "./sql/use-session.sql.ts";

/**
 * Saves what a task leaves the next one of its session, or the reason why there is nothing: then what was there stays. Returns
 * false if the worker does not hold the task any more, or the session was deleted. `state` is any JSON; one above the limit is
 * not saved.
 */
export async function saveSession({
  ctx,
  input: { accountId, taskId, fence, sessionId, outcome },
}: Args<TaskOfSession & { outcome: { state: unknown } | { problem: string } }>): Promise<boolean> {
  const { actor, db, vault } = requireWorker(ctx);
  const json = "state" in outcome ? Buffer.from(JSON.stringify(outcome.state)) : undefined;
  const problem = "problem" in outcome ? outcome.problem : tooLarge(json?.length ?? 0);
  const kept = problem === null ? json : undefined;
  const saved = { problem, state: kept ? await seal(kept) : null, size: kept?.length ?? null };
  const [row] = await db.run(saveSessionSql, { sessionId, taskId, fence, workerId: actor.workerId, ...saved });
  return row?.saved === 1;

  async function seal(plain: Buffer): Promise<Buffer | null> {
    const session = await db.prisma.taskSession.findUnique({ where: { id: sessionId }, select: { name: true } });
    return (
      session && vault.seal(await promisify<Buffer, Buffer>(deflate)(plain), sessionBound(accountId, session.name))
    );
  }
}

function tooLarge(bytes: number): string | null {
  if (bytes <= limits.sessionBytes) return null;
  const mebibytes = (n: number) => `${(n / 1024 / 1024).toFixed(1)} MiB`;
  return `Its cookies and storage were ${mebibytes(bytes)}, and a session has ${mebibytes(limits.sessionBytes)} at most.`;
}

export type TaskOfSession = Held & { sessionId: number };

/**
 * What the task before left, as JSON, for a task that begins; undefined if there is nothing, or it has expired, or the session was
 * deleted.
 */
export async function readSession({ ctx, input }: Args<TaskOfSession>): Promise<unknown> {
  const { db, vault, settings } = requireWorker(ctx);
  const { accountId, sessionId } = input;
  const { sessionSeconds } = settings;
  const [session] = await db.run(useSessionSql, { accountId, sessionId, sessionSeconds });
  if (!session?.state) return undefined;
  const packed = vault.openBytes(session.state, sessionBound(accountId, session.name));
  return JSON.parse((await promisify<Buffer, Buffer>(inflate)(packed)).toString("utf8"));
}

const sessionBound = (accountId: number, name: string): Bound => [accountId, 0, `session ${name}`];

/**
 * A session without what is in it. `savedAt`: when a task last saved it. `usedAt`: when one last began with it or saved it. `site`: the
 * host at which the task that saved it began. `problem`: why the last one's was not saved. `taskId`: the open task that is not held.
 */
export type ListedSession = Omit<ListSessionsRow, "taskId"> & { taskId: number | null };

/** The sessions of the calling account, the oldest first. ERROR_ACCESS_DENIED for a key without the right `tasks`. */
export async function listSessions({ ctx, input }: Args<PageInput>): Promise<Page<ListedSession>> {
  const { accountId } = requireAccount(ctx, "tasks");
  const { sessionSeconds } = ctx.settings;
  return readPage(input, "id", async (window) => {
    const rows = await ctx.db.run(listSessionsSql, { accountId, sessionSeconds, ...window });
    return rows.map(({ taskId, ...row }) => ({ ...row, taskId: taskId === null ? null : Number(taskId) }));
  });
}

/**
 * Deletes a session of the calling account. Its open tasks go on, one after another, and leave nothing. ERROR_BAD_REQUEST if
 * there is none of that name; ERROR_ACCESS_DENIED for a key without the right `tasks`.
 */
export async function deleteSession({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { accountId } = requireChange(ctx, "tasks");
  const { count } = await ctx.db.prisma.taskSession.deleteMany({
    where: { accountId, name: input.name.trim().normalize("NFC") },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has no session of this name.");
}
