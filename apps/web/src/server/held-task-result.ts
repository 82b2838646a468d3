import { DomainError } from "@gatepost/domain/errors";
import type { VerifyingContext } from "@gatepost/domain/permission";
import { getTaskResult, type TaskResult } from "@gatepost/domain/task/get-task-result";
import type { Call } from "./call.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";

interface HeldTaskResult {
  ctx: VerifyingContext;
  input: { taskId: number; waitSeconds?: number | null | undefined; sinceVersion?: string | null | undefined };
  call: Pick<Call, "disconnected" | "whenSent">;
  live: LiveFeeds;
}

/**
 * The state of a task; with `waitSeconds`, once it has ended or waits for something else than at `sinceVersion` (by
 * default, than now), after so many seconds at the latest.
 */
export async function heldTaskResult({ ctx, input, call, live }: HeldTaskResult): Promise<TaskResult> {
  const { taskId, waitSeconds, sinceVersion } = input;
  const { accountId, keyId } = ctx.actor;
  const beforeLarge = live.resultTurns.beforeLarge(accountId, call);
  const read = () => getTaskResult({ ctx, input, beforeLarge });
  if (!waitSeconds) return read();
  using _ = live.callLimit.open(accountId);
  const result = await read();
  if (result.status !== "processing" || (sinceVersion ?? result.version) !== result.version) return result;
  const end = AbortSignal.any([AbortSignal.timeout(waitSeconds * 1_000), call.disconnected(), live.stopping]);
  for await (const version of live.calls.changes({ taskId, accountId, keyId }, end, result.version)) {
    if (version === null) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
    break;
  }
  return read();
}
