import type { Args } from "../context.ts";
import type { AssignedTask } from "./assigned-task.ts";
import { finishTask } from "./finish-task.ts";
import { lost, retriesExhausted } from "./lost.ts";
import { returnTask } from "./return-task.ts";

/**
 * Releases a task that is assigned to the worker but that it does not run, such as one of a claim whose response was
 * lost: back to the queue, or ended if it may have submitted something or was lost too often.
 */
export async function releaseTask({ ctx, input }: Args<AssignedTask>): Promise<void> {
  const { maySubmit, ...task } = input;
  if (!maySubmit && (await returnTask({ ctx, input: { ...task, lost: true } }))) return;
  await finishTask({ ctx, input: { ...task, outcome: { failed: maySubmit ? lost : retriesExhausted } } });
}
