import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { readSessionSql } from "./read-session.sql.ts";
import { sessionPlace } from "./session-place.ts";

/** A task that a worker holds, and its session. */
export interface TaskOfSession {
  taskId: number;
  accountId: number;
  fence: number;
  sessionId: number;
}

/** What the task before left, as JSON; undefined if there is nothing, or it has expired, or the session was deleted. */
export async function readSession({ ctx, input }: Args<TaskOfSession>): Promise<unknown> {
  const { db, vault, settings } = requireWorker(ctx);
  const { accountId, sessionId } = input;
  const [session] = await db.run(readSessionSql, { accountId, sessionId, sessionSeconds: settings.sessionSeconds });
  if (!session) return undefined;
  const packed = vault.openBytes(session.state, sessionPlace(accountId, session.name));
  return JSON.parse((await promisify<Buffer, Buffer>(inflate)(packed)).toString("utf8"));
}
