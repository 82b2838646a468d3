import type { VerifyingContext } from "@gatepost/domain/permission";
import { getTaskResult, type TaskResult } from "@gatepost/domain/task/get-task-result";
import type { TaskWatcher } from "./task-watcher.ts";

interface HeldTaskResult {
  ctx: VerifyingContext;
  input: { taskId: number; waitSeconds?: number | null | undefined; sinceVersion?: string | null | undefined };
  /** A signal that is aborted when the client disconnects. */
  disconnected(): AbortSignal;
  watcher: TaskWatcher;
}

/**
 * The state of a task; with `waitSeconds`, once it has ended or waits for something else than at `sinceVersion` (by
 * default, than now), after so many seconds at the latest.
 */
export async function heldTaskResult({ ctx, input, disconnected, watcher }: HeldTaskResult): Promise<TaskResult> {
  const { taskId, waitSeconds, sinceVersion } = input;
  if (!waitSeconds) return getTaskResult({ ctx, input });
  const { accountId, keyId } = ctx.actor;
  const watch = watcher.open({ taskId, accountId, keyId, signal: disconnected() });
  try {
    const result = await getTaskResult({ ctx, input });
    if (result.status !== "processing" || (sinceVersion ?? result.version) !== result.version) return result;
    await watch.changed(result.version, waitSeconds * 1_000);
    return await getTaskResult({ ctx, input });
  } finally {
    watch.close();
  }
}
