import type { ErrorCode } from "@gatepost/contract/errors";
import type { Args } from "../context.ts";
import { storeSolution } from "../object/store-solution.ts";
import { requireWorker } from "../permission.ts";
import type { BegunSteps } from "./begun-steps.ts";
import { type Ended, endTasks } from "./end-tasks.ts";
import type { StoredFailureReport } from "./failure-report.ts";
import { packJson } from "./packed-json.ts";
import type { Solution, StoredSolution } from "./solution.ts";

interface ReadyOutcome {
  ready: Solution;
  /** For each screenshot, the id of the timeline's step that has it (stepIdOf); null or absent if none has. */
  screenshotSteps?: readonly (number | null)[];
}

export interface FailedOutcome {
  failed: { code: ErrorCode; description: string; report?: StoredFailureReport | undefined };
}

export interface FinishTaskInput {
  taskId: number;
  accountId: number;
  fence: number;
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
  const { actor, batch } = worker;
  const { outcome, taskId, accountId, fence, begun, unlessSupplied, atLimit } = input;
  const kept = "ready" in outcome ? storedSolution(outcome) : outcome.failed.report;
  const packed = kept ? await packJson(kept) : null;
  const solution = packed && (await storeSolution(worker, { taskId, accountId, fence }, packed));
  return batch(endTasks, {
    taskId,
    accountId,
    fence,
    workerId: actor.workerId,
    begun: begun?.(),
    ...(unlessSupplied !== undefined && { unlessSupplied }),
    ...(atLimit && { atLimit }),
    solution,
    error: "failed" in outcome ? outcome.failed : null,
  });
}

function storedSolution({ ready, screenshotSteps = [] }: ReadyOutcome): StoredSolution {
  return { ...ready, screenshots: ready.screenshots.map((picture, n) => screenshotSteps[n] ?? picture) };
}
