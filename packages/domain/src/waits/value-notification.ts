import type { WorkerContext } from "../platform/context.ts";
import { parseExactJson } from "../platform/exact-json.ts";

/**
 * A push to a waiting worker delivers its value in its own commit. The notification of that commit names the tasks and
 * carries the first few short values, encrypted as they are stored. A worker that received one need not read it.
 */
export const valueChannel = "gatepost_value";

export interface CarriedValue {
  wait: string;
  sealed: string;
}

/** `carried` is undefined if the value must be read. */
export function readValueNotification(payload: string) {
  return payload.split(",").map((entry) => {
    const [taskId, fence, since, sealed] = entry.split(":");
    return { taskId: Number(taskId), carried: sealed ? { wait: `${fence}:${since}`, sealed } : undefined };
  });
}

/** Decrypts a value from a notification. Throws if it was encrypted for another account, task or name. */
export function openCarried(
  { vault }: WorkerContext,
  { accountId, taskId, name }: { accountId: number; taskId: number; name: string },
  { sealed }: CarriedValue,
): unknown {
  return parseExactJson(vault.open(Buffer.from(sealed, "base64"), [accountId, taskId, name]));
}
