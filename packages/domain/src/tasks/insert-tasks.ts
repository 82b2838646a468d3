import type { CallbackEvent } from "@gatepost/contract/events";
import { limits } from "@gatepost/contract/limits";
import type { IdempotencyKey, StoredAnswer } from "../platform/answered-before.ts";
import { type Batch, deferred, retryDeferred, withoutTwins } from "../platform/coalesce.ts";
import { type AppContext, cached } from "../platform/context.ts";
import type { Refusal } from "../platform/errors.ts";
import type { Settings } from "../platform/settings.ts";
import { type InsertTasksRow, insertTasksSql } from "./sql/insert-tasks.sql.ts";
import { takeTaskIdsSql } from "./sql/take-task-ids.sql.ts";

interface NewTask {
  taskId: number;
  accountId: number;
  /** Verified by the statement; null for a signed-in user. */
  keyId: number | null;
  softId: number | null;
  templateName: string;
  versionId: number;
  websiteUrl: string;
  domains: string[];
  callbackUrl: string | null;
  callbackOn: readonly CallbackEvent[];
  /** Ids of addresses that get an email when it begins to wait. */
  notify: readonly number[];
  address: string;
  given: Buffer;
  late: { name: string; form: string | null }[];
  recording: boolean;
  /** The session whose tasks run one after another; null: none. */
  sessionId: number | null;
  idempotency: IdempotencyKey | null;
}

type InsertedTask =
  | { status: "created" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The template has a newer version. */
  | { status: "stale" };

/** Creates tasks; refused ones leave nothing behind. */
export const insertTasks: Batch<NewTask, InsertedTask, AppContext> = {
  name: "insert_tasks",
  max: 128,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  run: (app, tasks) => retryDeferred(tasks, (open) => insert(app, open)),
};

async function insert(
  { db, settings }: AppContext,
  tasks: readonly NewTask[],
): Promise<(InsertedTask | typeof deferred)[]> {
  // Of two calls with one Idempotency-Key in a batch the later one is deferred until the first one is decided.
  const first = withoutTwins(tasks, ({ accountId, idempotency }) =>
    idempotency ? [`${accountId} ${idempotency.key}`] : [],
  );
  const rows = await db.run(insertTasksSql, {
    tasks: first.map(rowsByAccount()),
    accountIds: [...new Set(first.map(({ accountId }) => accountId))],
    variables: first.flatMap(({ taskId, late }) => late.map((variable) => ({ taskId, ...variable }))),
    maxBacklog: settings.maxBacklog,
    maxOwnBacklog: settings.maxBacklogPerAccount,
    // The held ones, and the one that is not.
    maxOfSession: limits.heldTasksOfSession + 1,
  });
  const outcomes = settle(first, rows, settings);
  return tasks.map((task) => outcomes.get(task) ?? deferred);
}

type Row = Pick<InsertTasksRow, "status" | "answer" | "same">;

/**
 * Money and the account's places in the queue were counted as if all earlier tasks of the batch had taken theirs. If
 * one did not, a later task that was refused for lack of them is deferred. So is a task for which the queue may or may
 * not have a place, depending on the other tasks, whose places are then decided.
 */
function settle(
  tasks: readonly NewTask[],
  rows: readonly InsertTasksRow[],
  settings: Settings,
): Map<NewTask, InsertedTask | typeof deferred> {
  const found = new Map<number, Row>(rows.map((row) => [row.n, row]));
  const outcomes = new Map<NewTask, InsertedTask | typeof deferred>();
  /** The accounts of tasks that took neither money nor a place. */
  const skipped = new Set<number>();
  for (const [n, task] of tasks.entries()) {
    // An account that was suspended or deleted meanwhile has no rows.
    const row: Row = found.get(n) ?? ({ status: "unverified", answer: null, same: null } as const);
    const isDeferred =
      row.status === "keyConflict" ||
      row.status === "queueUndecided" ||
      (scarce.has(row.status) && skipped.has(task.accountId));
    outcomes.set(task, isDeferred ? deferred : toOutcome(row, settings));
    if (!countedStatuses.has(row.status)) skipped.add(task.accountId);
  }
  return outcomes;
}

/** Refusals for lack of what an earlier task of the batch was counted to take. */
const scarce = new Set<Row["status"]>(["insufficientFunds", "accountQueueFull", "sessionFull"]);

/** Refusals that free nothing for later tasks: if money or places were short, they are short for these too. */
const countedStatuses = new Set<Row["status"]>(["created", "insufficientFunds", "accountQueueFull"]);

function toOutcome(
  { status, answer, same }: Row,
  { maxBacklog, maxBacklogPerAccount }: Settings,
): InsertedTask | typeof deferred {
  switch (status) {
    case "created":
    case "stale":
      return { status };
    case "answered":
      return { status, answer: answer ?? "", same: same ?? false };
    case "unverified":
      return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
    case "insufficientFunds":
      return { status: "refused", code: "ERROR_ZERO_BALANCE" };
    case "accountQueueFull":
      return noSlot(
        `This account has ${maxBacklogPerAccount} tasks in the queue, which is the limit. Create more when some of them have begun, or cancel some.`,
      );
    case "sessionFull":
      return noSlot(
        `${limits.heldTasksOfSession} tasks of this session are held until earlier ones have ended, which is the limit. Create more when some of them have begun.`,
      );
    case "queueFull":
      return noSlot(
        `No worker is idle, and ${maxBacklog} tasks at or above your bid are in the queue, which is the limit. Try again later or raise the bid.`,
      );
    case "keyConflict":
    case "queueUndecided":
      return deferred;
  }
}

function noSlot(description: string): InsertedTask {
  return { status: "refused", code: "ERROR_NO_SLOT_AVAILABLE", description };
}

/** Rows of the statement, each with its position among those of its account. */
function rowsByAccount() {
  const [ofAccounts, ofSessions] = [new Map<number, number>(), new Map<number, number>()];
  const next = (positions: Map<number, number>, key: number) => {
    const position = (positions.get(key) ?? 0) + 1;
    positions.set(key, position);
    return position;
  };
  return (task: NewTask, n: number) => ({
    ...task,
    n,
    position: next(ofAccounts, task.accountId),
    id: task.taskId,
    template: task.templateName,
    late: task.late.length > 0,
    sessionPosition: task.sessionId === null ? 0 : next(ofSessions, task.sessionId),
    key: task.idempotency?.key,
    fingerprint: task.idempotency?.fingerprint,
  });
}

const blockSize = 1_000;

/**
 * Ids for future tasks. They are needed before the row is written, because values are encrypted for their task. A
 * process reserves a thousand at once, so that an id costs no round trip; across processes ids do not reflect age.
 */
export const taskIds = cached("task ids", (db) => {
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  async function takeBlock(): Promise<void> {
    const [block] = await db.run(takeTaskIdsSql);
    if (!block) throw new Error("The sequence of task ids gave none.");
    next = block.first;
    end = next + blockSize;
  }

  return {
    async next(): Promise<number> {
      while (next >= end) {
        refill ??= takeBlock().finally(() => {
          refill = undefined;
        });
        await refill;
      }
      return next++;
    },
  };
});
