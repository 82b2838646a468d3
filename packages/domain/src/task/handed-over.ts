import type { WorkerContext } from "../permission.ts";

/**
 * A push that meets a waiting worker hands its value over in its own commit. The notification of that commit names the
 * tasks, and carries the first few short values as they are stored: sealed. Who heard one need not read it.
 */
export const valueChannel = "gatepost_value";

/** PostgreSQL takes less than 8,000 bytes: 240 ids of 20 and 16 values with their waits, of 178. */
const mostCarried = 16;
const longestCarried = 128;

/** Which wait of its task a variable `v` is in: a late notification never answers another one. */
export const waitOf = (fence: string) => `${fence} || ':' || extract(epoch from v.awaited_at)`;

/** Tells the workers, by one notification, of rows with `task_id`, `wait` and, in base64, `value`. */
export const tellWorkers = (rows: string) => `
  (select pg_notify('${valueChannel}', string_agg(
            task_id || case when nth <= ${mostCarried} and length(value) <= ${longestCarried} then ':' || wait || ':' || value else '' end, ','))
     from (select task_id, wait, value, row_number() over () as nth from ${rows}) d having count(*) > 0)`;

export interface CarriedValue {
  wait: string;
  sealed: string;
}

export interface HandedOver {
  taskId: number;
  /** Without it the value is to be read. */
  carried: CarriedValue | undefined;
}

/** Reads a notification's payload. */
export function readHandedOver(payload: string): HandedOver[] {
  return payload.split(",").map((entry) => {
    const [taskId, fence, since, sealed] = entry.split(":");
    return { taskId: Number(taskId), carried: sealed ? { wait: `${fence}:${since}`, sealed } : undefined };
  });
}

/** Opens a value that a notification carried. Throws where it was sealed for another account, task or name. */
export function openCarried(
  { vault }: WorkerContext,
  { accountId, taskId, name }: { accountId: number; taskId: number; name: string },
  { sealed }: CarriedValue,
): unknown {
  return JSON.parse(vault.open(Buffer.from(sealed, "base64"), [accountId, taskId, name]));
}
