import { promisify } from "node:util";
import { deflate, inflate, type ZlibOptions } from "node:zlib";
import type { ErrorCode } from "@gatepost/contract/errors";
import type { PartialResult, Solution, TaskFailure } from "@gatepost/contract/solution";
import { type Args, requireWorker, type WorkerContext } from "../platform/context.ts";
import type { FailureContext } from "../platform/errors.ts";
import type { AssignedTask, Held } from "../platform/heartbeat.ts";
import { uploadBytes } from "../platform/stored-objects.ts";
import type { Bound } from "../platform/vault.ts";
import type { BegunSteps } from "./begun-steps.ts";
import { type Ended, endTasks } from "./end-tasks.ts";
import { nameSolutionSql } from "./sql/name-solution.sql.ts";
import { returnTaskSql } from "./sql/return-task.sql.ts";

interface ReadyOutcome {
  ready: Solution;
  /** For each screenshot, the id of the timeline's step that has it (stepIdOf); null or absent if none has. */
  screenshotSteps?: readonly (number | null)[];
}

export interface FailedOutcome {
  failed: { code: ErrorCode; description: string; report?: StoredFailureReport | undefined };
}

export interface FinishTaskInput extends Held {
  outcome: ReadyOutcome | FailedOutcome;
  /** Returns steps that are not recorded yet; they are, with the end. Called just before it is written: they say how long ago. */
  begun?: () => BegunSteps;
  /** For the timeout of a wait: ends the task only if this variable has no value and its last tick has come. */
  unlessSupplied?: string;
  /** For the task's time limit: ends the task only if that has come, because it may have been extended. */
  atLimit?: boolean;
}

/**
 * Ends a task in one commit: its state, its money, its counts, its values wiped. `gone`: another worker has it, or it
 * has ended. `supplied`: the value came first, take it. `early`: by the service's clock the wait, or the task's time, is not
 * over.
 */
export async function finishTask({ ctx, input }: Args<FinishTaskInput>): Promise<Ended> {
  const worker = requireWorker(ctx);
  const { outcome, begun, ...end } = input;
  const kept = "ready" in outcome ? storedSolution(outcome) : outcome.failed.report;
  const packed = kept ? await packJson(kept) : null;
  const solution = packed && (await storeSolution(worker, end, packed));
  const error = "failed" in outcome ? outcome.failed : null;
  return worker.batch(endTasks, { ...end, workerId: worker.actor.workerId, begun: begun?.(), solution, error });
}

function storedSolution({ ready, screenshotSteps = [] }: ReadyOutcome): StoredSolution {
  return { ...ready, screenshots: ready.screenshots.map((picture, n) => screenshotSteps[n] ?? picture) };
}

/** Smaller solutions are the row's own: they are most of them, and cost PostgreSQL less than the request to the store. */
const leastBytes = 64 * 1024;

/**
 * Encrypts a packed solution for the row of a task that is about to end. A large one is uploaded to the object store, if there
 * is one that is available; what the row then has is the packed `StoredObject`, encrypted.
 */
export async function storeSolution(ctx: WorkerContext, { taskId, accountId, fence }: Held, packed: Buffer) {
  const bound: Bound = [accountId, taskId, "solution"];
  const object = packed.length < leastBytes ? null : await uploadBytes(ctx, packed, bound);
  if (!object) return ctx.vault.seal(packed, bound);
  const { objectId } = object;
  const [named] = await ctx.db.run(nameSolutionSql, { taskId, fence, workerId: ctx.actor.workerId, objectId });
  // Otherwise the task has ended, or is another worker's: nothing of it will be written.
  return ctx.vault.seal(named ? JSON.stringify(object) : packed, bound);
}

/** The tick at which the task's time is over, which extending a wait may have moved; undefined if the worker lost it. */
export async function getTaskLimit({ ctx, input: { taskId, fence } }: Args<{ taskId: number; fence: number }>) {
  const { actor, db } = requireWorker(ctx);
  const task = await db.prisma.task.findUnique({
    where: { id: taskId, fence, workerId: actor.workerId },
    select: { deadlineTick: true },
  });
  return task?.deadlineTick ?? undefined;
}

/** Bytes below which deflating saves less than it costs. */
const leastDeflated = 1_024;

/**
 * What a task leaves, as it is encrypted: JSON, deflated unless it is short. What is encrypted can no longer be made
 * smaller, and base64 makes each picture a third larger than it is.
 */
export async function packJson(value: object): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(value));
  return json.length < leastDeflated ? json : promisify<Buffer, Buffer>(deflate)(json);
}

/**
 * What `packJson` packed; undefined if that has more than `max` bytes, whatever it was packed into. A zlib stream begins with
 * another byte than a JSON object.
 */
export async function unpackJson<T extends object>(bytes: Buffer): Promise<T>;
export async function unpackJson<T extends object>(bytes: Buffer, max: number): Promise<T | undefined>;
export async function unpackJson<T extends object>(bytes: Buffer, max?: number): Promise<T | undefined> {
  const json = bytes[0] === openingBrace ? bytes : await inflated(bytes, max);
  return json && (JSON.parse(json.toString("utf8")) as T);
}

async function inflated(bytes: Buffer, maxOutputLength?: number): Promise<Buffer | undefined> {
  try {
    return await promisify<Buffer, ZlibOptions, Buffer>(inflate)(bytes, maxOutputLength ? { maxOutputLength } : {});
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw error;
  }
}

const openingBrace = "{".charCodeAt(0);

/**
 * Returns a task to the queue. Returns false if it may have submitted something, another worker has it, it has ended,
 * or its browser was `lost` in its last attempt.
 */
export async function returnTask({ ctx, input }: Args<{ taskId: number; fence: number; lost?: boolean }>) {
  const { actor, db } = requireWorker(ctx);
  const { lost, ...held } = input;
  const params = { ...held, workerId: actor.workerId, maxClaims: lost ? maxClaims : null };
  const [task] = await db.run(returnTaskSql, params);
  return task?.returned === 1;
}

/**
 * Releases a task that is assigned to the worker but that it does not run, such as one of a claim whose response was
 * lost: back to the queue, or ended if it may have submitted something or was lost too often.
 */
export async function releaseTask({ ctx, input }: Args<AssignedTask>): Promise<void> {
  const { maySubmit, ...task } = input;
  if (!maySubmit && (await returnTask({ ctx, input: { ...task, lost: true } }))) return;
  await finishTask({ ctx, input: { ...task, outcome: { failed: maySubmit ? lost : retriesExhausted } } });
}

/**
 * How often a task may be claimed before the loss of its worker ends it, so that a task that crashes every browser or
 * worker does not run for ever. Returning a task because a worker stops never ends it.
 */
export const maxClaims = 5;

type TaskError = { code: ErrorCode; description: string };

/** The end of a task whose worker was lost when it could not be run again. */
export const lost: TaskError = {
  code: "ERROR_WORKER_LOST",
  description:
    "The worker was lost after a step that may have submitted something. Look at the site before you try again.",
};

/** The end of a task that was lost too often. */
export const retriesExhausted: TaskError = {
  code: "ERROR_WORKER_LOST",
  description: `The worker was lost ${maxClaims} times at this task, perhaps because the task uses too much memory. Nothing was submitted.`,
};

/** A solution as it is stored. A screenshot that the timeline has is its step's id there. */
export type StoredSolution = Omit<Solution, "screenshots"> & { screenshots: (string | number)[] };

/** What is known of a failed task beyond its error. */
export interface FailureReport {
  failure: TaskFailure;
  partial: PartialResult;
}

/** A failure report as it is stored. The timeline has the picture: `pictureStep` is its step's id there. */
export interface StoredFailureReport {
  failure: Omit<TaskFailure, "screenshot" | keyof FailureContext> & Partial<FailureContext> & { pictureStep?: number };
  partial: PartialResult;
}
