import { claimTasks } from "../tasks/claim-tasks.ts";
import type { CreateTaskInput } from "../tasks/create-task.ts";
import { takeVariable } from "../waits/take-variable.ts";
import type { KeyContext, WorkerContext } from "./context.ts";
import { codeComesLater, newTask } from "./testing.ts";

export interface AssignedTaskOptions extends Pick<CreateTaskInput, "callbackUrl" | "callbackOn" | "notify"> {
  caller: KeyContext;
  worker: WorkerContext;
  templateName: string;
  /** Of the wait for its code. */
  timeoutSeconds?: number;
}

/**
 * A task that the worker has claimed, and whose code comes later: `take` opens its wait, and takes the code once it is
 * there. The queue must have been empty.
 */
export async function newAssignedTask({
  caller,
  worker,
  templateName,
  timeoutSeconds = 60,
  ...more
}: AssignedTaskOptions) {
  const taskId = await newTask(caller, templateName, { variables: codeComesLater, ...more });
  const [task] = await claimTasks({ ctx: worker, input: { limit: 1 } });
  if (task?.taskId !== taskId) throw new Error(`The worker claimed ${task?.taskId ?? "no task"}, not ${taskId}.`);
  const held = { taskId, accountId: task.accountId, fence: task.fence };
  const take = () => takeVariable({ ctx: worker, input: { ...held, name: "code", timeoutSeconds } });
  return { taskId, held, take };
}
