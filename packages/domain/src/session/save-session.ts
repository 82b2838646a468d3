import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { limits } from "@gatepost/contract/limits";
import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";
import type { TaskOfSession } from "./read-session.ts";
import { saveSessionSql } from "./save-session.sql.ts";
import { sessionPlace } from "./session-place.ts";

/**
 * Saves what a task leaves the next one of its session, or the reason why there is nothing: then what was there stays. Returns
 * false if the worker does not hold the task any more, or the session was deleted. `state` is any JSON; one above the limit is
 * not saved.
 */
export async function saveSession({
  ctx,
  input: { accountId, taskId, fence, sessionId, left },
}: Args<TaskOfSession & { left: { state: unknown } | { problem: string } }>): Promise<boolean> {
  const { actor, db, vault } = requireWorker(ctx);
  const held = { sessionId, taskId, fence, workerId: actor.workerId };
  const json = "state" in left ? Buffer.from(JSON.stringify(left.state)) : undefined;
  const problem = "problem" in left ? left.problem : tooLarge(json?.length ?? 0);
  const [row] =
    json === undefined || problem !== null
      ? await db.run(saveSessionSql, { ...held, problem, state: null, size: null })
      : await db.run(saveSessionSql, { ...held, problem: null, state: await seal(json), size: json.length });
  return row?.saved === 1;

  async function seal(plain: Buffer): Promise<Buffer | null> {
    const session = await db.prisma.taskSession.findUnique({ where: { id: sessionId }, select: { name: true } });
    return (
      session && vault.seal(await promisify<Buffer, Buffer>(deflate)(plain), sessionPlace(accountId, session.name))
    );
  }
}

function tooLarge(bytes: number): string | null {
  if (bytes <= limits.sessionBytes) return null;
  const mebibytes = (n: number) => `${(n / 1024 / 1024).toFixed(1)} MiB`;
  return `Its cookies and storage were ${mebibytes(bytes)}, and a session has ${mebibytes(limits.sessionBytes)} at most.`;
}
