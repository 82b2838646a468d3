import { limits } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { Failure } from "./failure.ts";
import { type PlacedRun, placeOf, websitePlace } from "./place.ts";
import { type RepetitionVisit, type Visited, walkSteps } from "./walk-steps.ts";

interface Runner {
  run(step: Step, placed: PlacedRun): Promise<Visited>;
  /** Called with the error of a step that failed, itself or in what it nests. Rejects where the task is over. */
  failed(step: Step, error: unknown): Promise<void>;
  /** Called when a repetition has run its steps as often as it may. */
  exhausted(visit: RepetitionVisit): void;
}

/** Opens the website, then runs the steps of the task's template in their order. */
export async function runTemplate(
  { websiteUrl, steps }: ClaimedTask,
  { run, failed, exhausted }: Runner,
): Promise<void> {
  await run({ type: "OPEN_PAGE", url: { permanent: websiteUrl } }, { place: websitePlace, runs: [] });
  let count = 0;
  await walkSteps(steps, {
    visit: ({ step, path, runs }) => {
      if (++count > limits.stepsOfTask)
        throw new Failure(`the task has run ${limits.stepsOfTask} steps, the most that a task runs`);
      return run(step, { place: placeOf(step, path), runs });
    },
    failed: ({ step }, error) => failed(step, error),
    exhausted,
  });
}
