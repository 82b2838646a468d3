import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import { recordPicture } from "@gatepost/domain/task/record-picture";
import { takePicture } from "../privacy/picture.ts";
import type { Run } from "../steps/run.ts";
import { within } from "./abort.ts";
import { type Place, storedPath } from "./place.ts";

const pictureMs = 3_000;
/** Added to the time given to Playwright, for it to respond. */
const graceMs = 500;
/** A picture of a very long page is only stored in the solution. */
const maxBytes = 4 * 1024 * 1024;

/** The pictures of one task's timeline. They are optional, so nothing here rejects. */
export class TimelinePictures {
  readonly #ctx: WorkerContext;
  readonly #task: ClaimedTask;
  readonly #begun: () => Promise<void>;
  readonly #written: Promise<number | null>[] = [];
  readonly #screenshots: Promise<number | null>[] = [];
  #last: { place: Place; written: Promise<number | null> } | undefined;

  /** `begun` resolves when all steps that have begun are in the timeline. */
  constructor(ctx: WorkerContext, task: ClaimedTask, begun: () => Promise<void>) {
    this.#ctx = ctx;
    this.#task = task;
    this.#begun = begun;
  }

  /** Stores a picture of the page with the step, if the page provides one soon; the step's own time may be over. */
  async take(run: Run, place: Place, ms = pictureMs): Promise<void> {
    const until = performance.now() + ms;
    const brief: Run = { ...run, timeLeft: () => Math.max(1, until - performance.now()) };
    const late = () => new Error("late");
    const picture = await within(takePicture(brief, run.page, "webp"), ms + graceMs, late).catch(() => undefined);
    if (picture) this.#last = { place, written: this.#write(picture, place) };
  }

  /** Writes a screenshot of the solution beside its step while the task goes on. */
  keep(screenshot: Buffer, place: Place): void {
    const written = screenshot.length > maxBytes ? Promise.resolve(null) : this.#write(screenshot, place);
    this.#screenshots.push(written);
  }

  /** The id of the timeline's step that has the last picture, if that was taken at this place; null otherwise. */
  async stepOf(place: Place): Promise<number | null> {
    return this.#last?.place === place ? this.#last.written : null;
  }

  /** Forgets the screenshots of a task that begins anew. */
  beginAgain(): void {
    this.#screenshots.length = 0;
  }

  /** Resolves with the id of the step that has the picture, or null. */
  #write(picture: Buffer, { number, path }: Place): Promise<number | null> {
    const { taskId, accountId, fence } = this.#task;
    const recording = this.#begun().then(() =>
      recordPicture({ ctx: this.#ctx, input: { taskId, accountId, fence, number, path: storedPath(path), picture } }),
    );
    const written = within(recording, pictureMs, () => new Error("late")).catch(() => null);
    this.#written.push(written);
    return written;
  }

  /**
   * Resolves when all of them are written or given up, because none can be written once the task has ended. Returns for
   * each screenshot of the solution the step that has it, or null.
   */
  async written(): Promise<(number | null)[]> {
    await Promise.all(this.#written);
    return Promise.all(this.#screenshots);
  }
}
