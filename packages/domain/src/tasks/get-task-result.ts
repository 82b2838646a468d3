import { isErrorCode } from "@gatepost/contract/errors";
import type { Receipt, RunningTask, Wait } from "@gatepost/contract/running-task";
import type { Solution } from "@gatepost/contract/solution";
import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, requireSystem, requireVerifiableAccount } from "../platform/context.ts";
import { DomainError, TaskError } from "../platform/errors.ts";
import type { Vault } from "../platform/vault.ts";
import { documentCache, waitSteps } from "../templates/summary.ts";
import { askedOf, stepAt, storedPathText, waitStep } from "./begun-steps.ts";
import { readFailureReport, readSolution, type StoredResult } from "./read-kept-result.ts";
import { maxPushed, receiptsOf } from "./receipts.ts";
import { type GetTaskResultsRow, getTaskResultsSql } from "./sql/get-task-results.sql.ts";
import { watchTasksSql } from "./sql/watch-tasks.sql.ts";

export type TaskResult =
  | RunningTask
  | {
      status: "ready";
      /** Null: deleted. */
      solution: Solution | null;
      /** Millionths of a dollar. */
      price: number;
      /** The address that created the task. */
      address: string;
      /** Unix seconds. */
      created: number;
      ended: number;
      attempts: number;
      receipts?: Receipt[];
    };

/** A task that is asked for; `keyId`: the key that the statement verifies. */
interface ResultQuery {
  accountId: number;
  taskId: number;
  keyId?: number | null;
}

/** `beforeLarge`: called before a solution is read that takes much memory, for the caller to wait until there is room for it. */
export type ReadLarge<Input> = Args<Input> & Pick<StoredResult, "beforeLarge">;

/** Bytes of a solution that is read with other tasks. */
const maxBytes = 16_000;
/** Bytes of a picture that is read with other tasks. */
const maxPictureBytes = 32_000;

/** Reads tasks of accounts. Undefined: the account has no such task, or its key may not be used any more. */
const readTasks: Batch<ResultQuery, GetTaskResultsRow | undefined, AppContext> = {
  name: "get_task_results",
  max: 64,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  async run({ db, settings: { solutionSeconds } }, asked) {
    const tasks = asked.map((query, n) => ({ n, keyId: null, ...query }));
    const found = await db.run(getTaskResultsSql, { tasks, solutionSeconds, maxBytes, maxPictureBytes, maxPushed });
    const rows = new Map(found.map((row) => [row.n, row]));
    return asked.map((_, n) => rows.get(n));
  },
};

/** The template of a task that was read. Both may have been deleted since. */
async function documentOf({ cache }: AppContext, { versionId }: GetTaskResultsRow): Promise<TemplateDocument> {
  const document = await cache(documentCache).read(versionId);
  if (!document) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return document;
}

async function readTask(app: AppContext, asked: ResultQuery): Promise<GetTaskResultsRow> {
  const task = await app.batch(readTasks, asked);
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return task;
}

/**
 * The state of a task of the account. Throws the task's own error if it failed, with what is known of it, and
 * ERROR_NO_SUCH_CAPCHA_ID if the account has no such task.
 */
export async function getTaskResult({ ctx, input, beforeLarge }: ReadLarge<{ taskId: number }>): Promise<TaskResult> {
  const { accountId, actor, keyId } = requireVerifiableAccount(ctx, "tasks");
  const asked = { ...input, accountId };
  const task = await readTask(ctx, { ...asked, keyId });
  const result = await resultOf(ctx, { ...asked, beforeLarge }, task);
  const receipts = await receiptsOf(ctx, { ...asked, caller: actor }, task);
  return receipts ? { ...result, receipts } : result;
}

/**
 * Like getTaskResult, on behalf of the account and without the receipts: the worker that sends callbacks cannot read who pushed what.
 * `withoutSolution`: it is not read, as if it had been deleted.
 */
export async function readTaskResult(
  app: AppContext,
  asked: Omit<ResultQuery, "keyId"> & { withoutSolution?: boolean },
): Promise<TaskResult> {
  return resultOf(app, asked, await readTask(app, asked));
}

/** The receipts of a task of the account. ERROR_NO_SUCH_CAPCHA_ID if the account has no such task. */
export async function readReceipts(app: AppContext, asked: Omit<ResultQuery, "keyId">): Promise<Receipt[]> {
  return (await receiptsOf(app, asked, await readTask(app, asked))) ?? [];
}

async function resultOf(
  app: AppContext,
  asked: Omit<ResultQuery, "keyId"> & Pick<StoredResult, "beforeLarge"> & { withoutSolution?: boolean },
  task: GetTaskResultsRow,
): Promise<TaskResult> {
  const { accountId, taskId, beforeLarge } = asked;
  const sealed = asked.withoutSolution ? null : await sealedOf(app, asked, task);
  const stored = { accountId, taskId, beforeLarge, lastPicture: lastPictureOf(task) };
  if (task.errorCode !== null) {
    const code = isErrorCode(task.errorCode) ? task.errorCode : "ERROR_INTERNAL";
    const report = sealed && (await readFailureReport(app, { ...stored, sealed }));
    throw new TaskError(code, task.errorDescription ?? undefined, report ?? {});
  }
  if (task.state !== "ready") {
    const document = await documentOf(app, task);
    const { step, stepPath } = task;
    const progress: RunningTask["progress"] = {
      step,
      of: document.steps.length,
      type: stepAt(document, task)?.type ?? "",
    };
    if (step > 0 && stepPath?.length) progress.path = storedPathText(stepPath);
    const waiting = waitsOf(app.vault, { accountId, taskId }, { task, document });
    return {
      status: "processing",
      waitingFor: waiting.map(({ name }) => name),
      progress,
      waiting,
      controlledBy: task.isControlled ? "person" : null,
      version: task.wait ?? "",
    };
  }
  return {
    status: "ready",
    solution: sealed && (await readSolution(app, { ...stored, sealed })),
    price: Number(task.price),
    address: task.address,
    created: task.created,
    ended: task.ended ?? task.created,
    attempts: task.attempts,
  };
}

function lastPictureOf({ pictureStepId, picture }: GetTaskResultsRow): StoredResult["lastPicture"] {
  return pictureStepId !== null && picture !== null ? { id: pictureStepId, picture, objectId: null } : undefined;
}

async function sealedOf(
  { db }: AppContext,
  { taskId, beforeLarge }: Pick<ResultQuery, "taskId"> & Pick<StoredResult, "beforeLarge">,
  { isLarge, solution }: GetTaskResultsRow,
): Promise<Uint8Array | null> {
  if (!isLarge) return solution;
  await beforeLarge?.();
  const task = await db.prisma.task.findUnique({ where: { id: taskId }, select: { solution: true } });
  return task?.solution ?? null;
}

function waitsOf(
  vault: Vault,
  { accountId, taskId }: { accountId: number; taskId: number },
  { task, document }: { task: GetTaskResultsRow; document: TemplateDocument },
): Wait[] {
  const { waitName: name, waitSince: since, waitEnd: expiresAt, waitWords: words } = task;
  if (name === null || since === null || expiresAt === null) return [];
  const step = waitStep(waitSteps(document.steps), name, task);
  const { prompt, kind, options, pattern } = askedOf(vault, { accountId, taskId, name, words }, step);
  return [
    {
      name,
      prompt: prompt ?? "",
      kind,
      ...(options && { options: [...options] }),
      ...(pattern && { pattern }),
      attempt: task.waitAttempt ?? 1,
      refused: task.waitRefused,
      since,
      expiresAt,
      live: task.showsLive ?? false,
    },
  ];
}

export interface WatchedTask {
  taskId: number;
  accountId: number;
  /** The key of the call; null for a person who is signed in. */
  keyId: number | null;
}

/**
 * For each call, a text that changes with what its task waits for and when the task ends: until then the version that
 * `getTaskResult` gives. Nothing for a call whose key can no longer be used.
 */
export async function pollTasks({ ctx, input: { watched } }: Args<{ watched: readonly WatchedTask[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.run(watchTasksSql, { watched: watched.map((task, n) => ({ n, ...task })) });
  const usable = rows.filter(({ verified }) => verified);
  return new Map(usable.map(({ n, ended, version }) => [watched[n] as WatchedTask, ended ? "ended" : version]));
}
