import { DomainError } from "@gatepost/domain/errors";
import type { VerifyingContext } from "@gatepost/domain/permission";
import { getTaskResult, type TaskResult } from "@gatepost/domain/task/get-task-result";
import type { LiveFeeds } from "./live/live-feeds.ts";

interface HeldTaskResult {
  ctx: VerifyingContext;
  input: { taskId: number; waitSeconds?: number | null | undefined; sinceVersion?: string | null | undefined };
  /** A signal that is aborted when the client disconnects. */
  disconnected(): AbortSignal;
  live: LiveFeeds;
}

/**
 * The state of a task; with `waitSeconds`, once it has ended or waits for something else than at `sinceVersion` (by
 * default, than now), after so many seconds at the latest.
 */
export async function heldTaskResult({ ctx, input, disconnected, live }: HeldTaskResult): Promise<TaskResult> {
  const { taskId, waitSeconds, sinceVersion } = input;
  if (!waitSeconds) return getTaskResult({ ctx, input });
  const { accountId, keyId } = ctx.actor;
  using _ = live.callLimit.open(accountId);
  const result = await getTaskResult({ ctx, input });
  if (result.status !== "processing" || (sinceVersion ?? result.version) !== result.version) return result;
  const end = AbortSignal.any([AbortSignal.timeout(waitSeconds * 1_000), disconnected(), live.stopping]);
  for await (const version of live.calls.changes({ taskId, accountId, keyId }, end, result.version)) {
    if (version === null) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
    break;
  }
  return getTaskResult({ ctx, input });
}
