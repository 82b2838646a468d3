import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { recordPicture } from "@gatepost/domain/task/record-picture";
import { takePicture } from "../privacy/picture.ts";
import type { Run } from "../steps/run.ts";
import { within } from "./abort.ts";
import { type Place, storedPath } from "./place.ts";
import type { Progress } from "./progress.ts";

const pictureMs = 3_000;
/** Pictures of a draft's steps. A repetition may run hundreds of steps, which nobody looks at one by one. */
const maxOfDraft = 100;
/** Added to the time given to Playwright, for it to respond. */
const graceMs = 500;
/** A larger picture, of a very long page, is stored in the solution only. */
const maxBytes = 4 * 1024 * 1024;
/** A larger picture is written alone: batches of steps are text, in which a byte takes two characters. */
const maxBytesWithStep = 64 * 1024;

/** Reads the id of the step that has a picture, once its steps and pictures are written; null if it was not written. */
type StepId = () => number | null | Promise<number | null>;

/** The pictures of one task's timeline. They are optional, so nothing here rejects. */
export class TimelinePictures {
  readonly #ctx: WorkerContext;
  readonly #task: ClaimedTask;
  readonly #progress: Pick<Progress, "recorded" | "addPicture">;
  readonly #written: Promise<number | null>[] = [];
  readonly #screenshots: StepId[] = [];
  #ofDraft = 0;
  #last: { place: Place; stepId: StepId } | undefined;

  constructor(ctx: WorkerContext, task: ClaimedTask, progress: Pick<Progress, "recorded" | "addPicture">) {
    this.#ctx = ctx;
    this.#task = task;
    this.#progress = progress;
  }

  /** Stores a picture of the page with the step, if the page provides one soon; the step's own time may be over. */
  async take(run: Run, place: Place, ms = pictureMs): Promise<void> {
    const until = performance.now() + ms;
    const brief: Run = { ...run, timeLeft: () => Math.max(1, until - performance.now()) };
    const late = () => new Error("late");
    const picture = await within(takePicture(brief, run.page, "webp"), ms + graceMs, late).catch(() => undefined);
    if (picture) this.#last = { place, stepId: this.#write(picture, place) };
  }

  /** The same after a step of a draft that succeeded, so that its author sees what each one did. */
  async takeOfDraft(run: Run, place: Place): Promise<void> {
    this.#ofDraft += 1;
    if (this.#ofDraft <= maxOfDraft) await this.take(run, place);
  }

  /** Writes a screenshot of the solution beside its step while the task goes on. */
  keep(screenshot: Buffer, place: Place): void {
    this.#screenshots.push(screenshot.length > maxBytes ? () => null : this.#write(screenshot, place));
  }

  /**
   * The id of the timeline's step that has the last picture, if that was taken at this place; null otherwise. Called when the
   * steps are recorded.
   */
  async stepOf(place: Place): Promise<number | null> {
    return this.#last?.place === place ? this.#last.stepId() : null;
  }

  /** Discards the screenshots of a task that starts over. */
  beginAgain(): void {
    this.#screenshots.length = 0;
  }

  /** With its step if that is not recorded yet and PostgreSQL keeps pictures, otherwise alone. */
  #write(picture: Buffer, place: Place): StepId {
    const isAlone = this.#ctx.objects !== null || picture.length > maxBytesWithStep;
    const added = isAlone ? undefined : this.#progress.addPicture(place, picture);
    if (added) return added;
    const { taskId, accountId, fence } = this.#task;
    const { number, path } = place;
    const recording = this.#progress
      .recorded()
      .then(() =>
        recordPicture({ ctx: this.#ctx, input: { taskId, accountId, fence, number, path: storedPath(path), picture } }),
      );
    const written = within(recording, pictureMs, () => new Error("late")).catch(() => null);
    this.#written.push(written);
    return () => written;
  }

  /**
   * Resolves when all of them are written or given up, because none can be written once the task has ended; called when its
   * steps are recorded. Returns for each screenshot of the solution the step that has it, or null.
   */
  async written(): Promise<(number | null)[]> {
    await Promise.all(this.#written);
    return Promise.all(this.#screenshots.map((stepId) => stepId()));
  }
}
