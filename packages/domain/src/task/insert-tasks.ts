import type { Batch } from "../coalesce.ts";
import type { Ground, Settings } from "../context.ts";
import type { Refusal } from "../errors.ts";
import type { IdempotencyKey, StoredAnswer } from "../idempotency/find-answers.ts";
import { again, untilDone } from "../until-done.ts";
import { insertion } from "./insertion.ts";

export interface NewTask {
  taskId: number;
  accountId: number;
  /** Proved by the statement; null for somebody who is signed in. */
  keyId: number | null;
  softId: number | null;
  templateName: string;
  versionId: number;
  websiteUrl: string;
  domains: string[];
  callbackUrl: string | null;
  address: string;
  given: Buffer;
  late: { name: string; pattern: string | null }[];
  idempotency: IdempotencyKey | null;
}

export type InsertedTask =
  | { status: "created" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The template has another version by now. */
  | { status: "stale" };

type Row = { n: number } & (
  | { status: "unproved" | "stale" | "beaten" | "accountFull" | "queueFull" | "broke" | "created" }
  | ({ status: "answered" } & StoredAnswer)
);

/** Creates tasks; refused ones leave nothing behind. */
export const insertTasks: Batch<NewTask, InsertedTask, Ground> = {
  name: "insert_tasks",
  most: 128,
  queue: 10_000,
  // Starting the statement costs as much as ten of its rows.
  ahead: 12,
  party: ({ accountId }) => accountId,
  run: (ground, tasks) => untilDone(tasks, (open) => insert(ground, open)),
};

async function insert({ db, settings }: Ground, tasks: readonly NewTask[]): Promise<(InsertedTask | typeof again)[]> {
  const first = firstOfEachKey(tasks);
  const late = first.flatMap(({ taskId, late }) => late.map((variable) => ({ taskId, ...variable })));
  const { maxBacklog, maxBacklogPerAccount } = settings;
  const limited = maxBacklog > 0 || maxBacklogPerAccount > 0;
  const statement = insertion({ keyed: first.some(({ idempotency }) => idempotency), limited });
  const rows = await db.inLine<Row>(statement, [
    JSON.stringify(first.map(rowsByAccount())),
    [...new Set(first.map(({ accountId }) => accountId))],
    late.map(({ taskId }) => taskId),
    late.map(({ name }) => name),
    late.map(({ pattern }) => pattern),
    ...(limited ? [maxBacklog, maxBacklogPerAccount] : []),
  ]);
  const outcomes = settle(first, rows, settings);
  return tasks.map((task) => outcomes.get(task) ?? again);
}

/** Of two calls with one Idempotency-Key in a batch the later one waits for what the first one becomes. */
function firstOfEachKey(tasks: readonly NewTask[]): readonly NewTask[] {
  const seen = new Set<string>();
  return tasks.filter(({ accountId, idempotency }) => {
    if (!idempotency) return true;
    const key = `${accountId} ${idempotency.key}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Money and place were counted as if all earlier tasks of the batch had taken theirs. Where one did not, whoever came
 * too late behind it is asked again.
 */
function settle(
  tasks: readonly NewTask[],
  rows: readonly Row[],
  settings: Settings,
): Map<NewTask, InsertedTask | typeof again> {
  const found = new Map(rows.map((row) => [row.n, row]));
  const outcomes = new Map<NewTask, InsertedTask | typeof again>();
  /** The accounts of tasks that took neither. */
  const spared = new Set<number>();
  for (const [n, task] of tasks.entries()) {
    // An account that was suspended or deleted meanwhile has no rows.
    const row = found.get(n) ?? ({ n, status: "unproved" } as const);
    const unsure =
      row.status === "beaten" ||
      ((row.status === "broke" || row.status === "accountFull") && spared.has(task.accountId)) ||
      (row.status === "queueFull" && spared.size > 0);
    outcomes.set(task, unsure ? again : toOutcome(row, settings));
    if (!taking.has(row.status)) spared.add(task.accountId);
  }
  return outcomes;
}

/** What leaves nothing to those behind; where money or place was short, it is so for them too. */
const taking = new Set<Row["status"]>(["created", "broke", "accountFull", "queueFull"]);

function toOutcome(row: Row, { maxBacklog, maxBacklogPerAccount }: Settings): InsertedTask {
  switch (row.status) {
    case "answered":
      return { status: "answered", answer: row.answer, same: row.same };
    case "accountFull":
      return noSlot(
        `This account has ${maxBacklogPerAccount} tasks in the queue, which is the limit. Create more when some of them have begun, or cancel some.`,
      );
    case "queueFull":
      return noSlot(
        `No worker is idle, and ${maxBacklog} tasks at or above your bid are in the queue, which is the limit. Try again later or raise the bid.`,
      );
    case "broke":
      return { status: "refused", code: "ERROR_ZERO_BALANCE" };
    case "created":
    case "stale":
      return { status: row.status };
    default:
      return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
  }
}

function noSlot(description: string): InsertedTask {
  return { status: "refused", code: "ERROR_NO_SLOT_AVAILABLE", description };
}

/** What a column may lack is left out: the less text, the less there is to parse. */
function rowsByAccount(): (task: NewTask, n: number) => object {
  const turns = new Map<number, number>();
  return (task, n) => {
    const turn = (turns.get(task.accountId) ?? 0) + 1;
    turns.set(task.accountId, turn);
    return {
      ...{ n, turn, id: task.taskId, account_id: task.accountId, key_id: task.keyId ?? undefined },
      ...{ soft_id: task.softId ?? undefined, template: task.templateName, version_id: task.versionId },
      ...{ website_url: task.websiteUrl, domains: task.domains.length > 0 ? task.domains : undefined },
      ...{ callback_url: task.callbackUrl ?? undefined, address: task.address, given: task.given.toString("base64") },
      late: task.late.length > 0 || undefined,
      ...(task.idempotency && {
        key: task.idempotency.key,
        fingerprint: task.idempotency.fingerprint.toString("base64"),
      }),
    };
  };
}
