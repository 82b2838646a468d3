import { randomBytes } from "node:crypto";
import type { WorkerContext } from "../platform/context.ts";
import { isUnavailable } from "../platform/unavailable.ts";
import { hashToken } from "../platform/vault.ts";
import { readTaskResult, type Wait } from "../tasks/get-task-result.ts";
import { getTaskSql } from "../tasks/sql/get-task.sql.ts";
import { insertDeliveryLinkSql } from "./sql/insert-delivery-link.sql.ts";

/** The content of an event at the time of an attempt. It never has a solution. */
export type EventContent =
  | { type: "test" }
  | (TaskFacts & { type: "task.waiting"; waiting: readonly Wait[]; answerUrl?: string; reminder?: true })
  | (TaskFacts & { type: "task.control"; control: string })
  | (TaskFacts & { type: "task.ready" })
  | (TaskFacts & { type: "task.failed"; errorCode: string; errorDescription: string });

interface TaskFacts {
  taskId: number;
  templateName: string;
  softId: number | null;
}

interface EventRow {
  accountId: number;
  endpointId: number;
  taskId: number;
  event: "end" | "waiting" | "reminder" | "control" | "test";
  /** The wait that the event announces; who has taken the page over or handed it back. */
  wait: string | null;
  linkOrigin: string | null;
}

/** Reads the content of an event; null if the wait that it announces has ended, or its task was deleted. */
export async function readEventContent(ctx: WorkerContext, row: EventRow): Promise<EventContent | null> {
  const { accountId, endpointId, taskId, event, wait, linkOrigin } = row;
  const [task] = await ctx.db.run(getTaskSql, { accountId, taskId, pictureSeconds: 0 });
  if (!task) return null;
  const { templateName, softId, state, errorCode, errorDescription } = task;
  const facts = { taskId, templateName, softId };
  if (event === "end") {
    if (state === "ready") return { type: "task.ready", ...facts };
    return {
      type: "task.failed",
      ...facts,
      errorCode: errorCode ?? "ERROR_INTERNAL",
      errorDescription: errorDescription ?? "",
    };
  }
  if (event === "control") return { type: "task.control", ...facts, control: wait ?? "" };
  if (state !== "waiting") return null;
  // A task that has failed meanwhile waits no more, and one that cannot be decrypted must not hold up the others.
  const result = await readTaskResult(ctx, { accountId, taskId }).catch((error) => {
    if (isUnavailable(error)) throw error;
    return null;
  });
  if (result?.status !== "processing" || result.version !== wait) return null;
  const { waiting } = result;
  const [first] = waiting;
  const answerUrl =
    linkOrigin !== null &&
    first &&
    `${linkOrigin}/answer/${await newLink(ctx, { accountId, endpointId, taskId, name: first.name })}`;
  const reminder = event === "reminder" && { reminder: true as const };
  return { type: "task.waiting", ...facts, waiting, ...(answerUrl && { answerUrl }), ...reminder };
}

/** A link is stored as its hash, so each attempt has its own. */
async function newLink(
  { db }: WorkerContext,
  of: { accountId: number; endpointId: number; taskId: number; name: string },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.run(insertDeliveryLinkSql, { ...of, hash: hashToken(token) });
  return token;
}
