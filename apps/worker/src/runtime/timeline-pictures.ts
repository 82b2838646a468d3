import type { WorkerContext } from "@gatepost/domain/platform/context";
import { within } from "@gatepost/domain/platform/signal";
import { recordPicture, stepIdOf } from "@gatepost/domain/tasks/begun-steps";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import { takePicture } from "../privacy/picture.ts";
import type { Run } from "../steps/run.ts";
import type { Progress, StepBeginning } from "./progress.ts";
import type { Visit } from "./walk-steps.ts";

const pictureMs = 3_000;
/** Pictures of a draft's steps. A repetition may run hundreds of steps, which nobody looks at one by one. */
const maxOfDraft = 100;
/** Added to the time given to Playwright, for it to respond. */
const graceMs = 500;
/** A larger picture, of a very long page, is stored in the solution only. */
const maxBytes = 4 * 1024 * 1024;
/** A larger picture is written alone: batches of steps are text, in which a byte takes two characters. */
const maxBytesWithSteps = 64 * 1024;

/** The id of the step that has a picture; null if it could not be written. */
type StepId = number | null | Promise<number | null>;

export type TimelinePictures = ReturnType<typeof timelinePictures>;

/**
 * The pictures of one task's timeline. They are optional, so nothing here rejects. `taken`: the steps of those that another
 * process has taken.
 */
export function timelinePictures(
  ctx: WorkerContext,
  { taskId, accountId, fence }: ClaimedTask,
  progress: Pick<Progress, "beginningOf" | "recorded" | "addPicture">,
  taken: readonly (number | null)[] = [],
) {
  const alone: Promise<number | null>[] = [];
  const screenshots: StepId[] = [...taken];
  let ofDraft = 0;
  let last: { visit: Visit; stepId: StepId } | undefined;

  /** With the steps that are recorded next if PostgreSQL keeps pictures, otherwise alone. */
  function write(picture: Buffer, step: StepBeginning | undefined): StepId {
    const nth = step?.nth ?? 0;
    const isAlone = ctx.objects !== null || picture.length > maxBytesWithSteps;
    if (step && !isAlone && progress.addPicture(step, picture)) return stepIdOf(fence, nth);
    const recording = progress
      .recorded()
      .then(() => recordPicture({ ctx, input: { taskId, accountId, fence, nth, picture } }));
    const written = within(recording, pictureMs).catch(() => null);
    alone.push(written);
    return written;
  }

  /**
   * Stores a picture of the page with the step, if the page provides one soon; the step's own time may be over. Returns whether it did.
   */
  async function take(run: Run, visit: Visit, ms = pictureMs): Promise<boolean> {
    const step = progress.beginningOf(visit);
    const until = performance.now() + ms;
    const brief: Run = { ...run, timeLeft: () => Math.max(1, until - performance.now()) };
    const picture = await within(takePicture(brief, run.page, "webp"), ms + graceMs).catch(() => undefined);
    if (picture) last = { visit, stepId: write(picture, step) };
    return picture !== undefined;
  }

  return {
    take,
    /** Stores a picture after a step of a draft that succeeded, so that its author sees what each one did. */
    async takeOfDraft(run: Run, visit: Visit): Promise<void> {
      ofDraft += 1;
      if (ofDraft <= maxOfDraft) await take(run, visit);
    },
    /** Writes a screenshot of the solution beside its step while the task goes on. */
    keep(screenshot: Buffer, visit: Visit): void {
      const step = progress.beginningOf(visit);
      screenshots.push(screenshot.length > maxBytes ? null : write(screenshot, step));
    },
    /** The id of the timeline's step that has the last picture, if that was taken at this visit; null otherwise. */
    async stepOf(visit: Visit): Promise<number | null> {
      return last?.visit === visit ? last.stepId : null;
    },
    /** Discards the screenshots of a task that starts over. */
    beginAgain(): void {
      screenshots.length = 0;
    },
    /**
     * Resolves when those that are written alone are written or given up, because none can be written once the task has ended.
     * Returns for each screenshot of the solution the step that has it, or null.
     */
    async written(): Promise<(number | null)[]> {
      await Promise.all(alone);
      return Promise.all(screenshots);
    },
  };
}
