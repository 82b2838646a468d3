import { waitForIt } from "@gatepost/contract/limits";
import { placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";
import { type Args, requireWorker } from "../platform/context.ts";
import { storedDocument } from "../templates/read-document.ts";
import { requirementsOf, variablesProblem } from "../templates/requirements.ts";
import type { ClaimedTask } from "./claim-tasks.ts";
import { givenProblem } from "./create-task.ts";
import { continueTaskSql } from "./sql/continue-task.sql.ts";

interface ContinueTaskInput {
  task: Pick<ClaimedTask, "taskId" | "accountId" | "fence" | "late">;
  /** The name under which an edited draft is stored. */
  draft: string;
  /** The place of one of its steps, such as `3.then.2`. */
  at: string;
  values: ReadonlyMap<string, unknown>;
}

/**
 * Has a task whose page was kept open go on with the steps of an edited draft, from one of them on. They may need what a new task with
 * the same variables could give them. `problem`: why they cannot run; `gone`: the worker does not hold the task any more.
 */
export async function continueTask({
  ctx,
  input: { task, draft, at, values },
}: Args<ContinueTaskInput>): Promise<{ steps: Step[]; start: StepPath } | { problem: string } | "gone"> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, accountId, fence, late } = task;
  const version = await db.prisma.templateVersion.findFirst({
    where: { template: { accountId, name: draft, draft: true } },
    select: { id: true, document: true },
  });
  if (!version) return { problem: "The draft is not stored any more. Continue again." };
  const { steps } = storedDocument(version.document);
  const start = placedSteps(steps).find(({ path }) => stepPathText(path) === at)?.path;
  if (!start) return { problem: `The draft has no step ${at}.` };
  const problem = problemOf(steps, start, { late, values });
  if (problem) return { problem };
  const [held] = await db.run(continueTaskSql, { taskId, fence, workerId: actor.workerId, versionId: version.id });
  return held ? { steps, start } : "gone";
}

/** As createTask checks a template against the variables that it gets; and that what was to be waited for before the step has come. */
function problemOf(
  steps: readonly Step[],
  start: StepPath,
  { late, values }: { late: readonly string[]; values: ReadonlyMap<string, unknown> },
): string | undefined {
  const requirements = requirementsOf(steps);
  const given = Object.fromEntries([...values, ...late.map((name) => [name, waitForIt] as const)]);
  const problem = variablesProblem(requirements, given) ?? givenProblem(requirements, given);
  if (problem) return `${problem} Run the template anew to give it other variables.`;
  const { unwaited } = requirementsOf(stepsFrom(steps, start));
  const missing = late.find((name) => unwaited.has(name) && !values.has(name));
  return (
    missing && `The variable ${missing} has no value yet. Continue from the step that waits for it, or an earlier one.`
  );
}

/** The steps from one of them on, as they run if each branch that holds it is taken. */
function stepsFrom(steps: readonly Step[], [index, name, ...inner]: StepPath): Step[] {
  const first = steps[index as number] as Step & Partial<Record<"then" | "else" | "steps", readonly Step[]>>;
  const nested = name === undefined ? undefined : first[name as "then" | "else" | "steps"];
  return [...(nested ? stepsFrom(nested, inner) : [first]), ...steps.slice((index as number) + 1)];
}
