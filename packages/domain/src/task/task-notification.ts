/** Notified when tasks begin to wait, take a value or end. A notification that is lost is made up for by a query. */
export const taskChannel = "gatepost_task";

export interface ChangedTask {
  accountId: number;
  taskId: number;
}

/** Reads a notification's payload. */
export function readTaskNotification(payload: string): ChangedTask[] {
  return payload.split(",").map((entry) => {
    const [accountId, taskId] = entry.split(":").map(Number);
    return { accountId: accountId ?? 0, taskId: taskId ?? 0 };
  });
}
