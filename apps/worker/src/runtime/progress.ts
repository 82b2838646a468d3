import type { StepPath } from "@gatepost/contract/step-paths";
import type { Place } from "./place.ts";

/** How long a step that changes nothing outside may go unrecorded: who watches the task sees it within a second. */
const delayMs = 500;
/** For how long a task counts as this worker's after that was recorded. A lease lasts many times as long. */
const heldMs = 1_000;

interface StepBeginning {
  step: number;
  path: StepPath;
  /** By `performance.now()`. */
  at: number;
  picture?: Uint8Array;
  /** In the timeline, once it is recorded with its picture. */
  id?: number | undefined;
}

/** What is to be recorded: the steps that have begun since the last time, of which the last one is the present one. */
export interface Beginnings {
  steps: readonly StepBeginning[];
  maySubmit: boolean;
}

/**
 * Records which steps a task has begun. Most of them take some milliseconds and change nothing outside, so they are recorded
 * together: with the next step that may submit something or has to be seen, at the latest half a second after the first.
 */
export class Progress {
  readonly #record: (begun: Beginnings) => Promise<readonly number[]>;
  #unrecorded: StepBeginning[] = [];
  #maySubmit = false;
  #heldUntil = 0;
  #recording: Promise<void> = Promise.resolve();
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `record` resolves with the ids of the steps that have a picture. */
  constructor(record: (begun: Beginnings) => Promise<readonly number[]>) {
    this.#record = record;
  }

  /**
   * Notes that a step begins. Resolves at once, except while steps before it are being recorded: a task does not go on for
   * long without a database. Rejects as `recorded` does.
   */
  begin({ number, path }: Pick<Place, "number" | "path">, maySubmit: boolean): Promise<void> {
    this.#unrecorded.push({ step: number, path, at: performance.now() });
    this.#maySubmit ||= maySubmit;
    this.#timer ??= setTimeout(() => this.recorded().catch(() => {}), delayMs);
    return this.#underWay > 0 ? this.#recording : Promise.resolve();
  }

  /**
   * Adds a picture to the step at this place, to be recorded with it. Returns what reads the step's id after that, null if it
   * was not recorded; undefined if the step is recorded already.
   */
  addPicture({ path }: Pick<Place, "path">, picture: Uint8Array): (() => number | null) | undefined {
    const step = this.#unrecorded.findLast((one) => one.path === path);
    if (!step || step.picture) return undefined;
    step.picture = picture;
    return () => step.id ?? null;
  }

  /**
   * Resolves when a step may submit something: when it is recorded, or at once if it was recorded within the last second that
   * the task, which is this worker's, may submit and is never run again.
   */
  submittable(): Promise<void> {
    return performance.now() < this.#heldUntil ? Promise.resolve() : this.recorded();
  }

  /** Resolves when all steps that have begun are recorded. Rejects as `record` does, and for good once it has. */
  recorded(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#underWay += 1;
    this.#recording = this.#recording.then(() => this.#recordAll());
    return this.#recording;
  }

  async #recordAll(): Promise<void> {
    const steps = this.#unrecorded;
    this.#unrecorded = [];
    if (steps.length > 0) {
      const [maySubmit, at] = [this.#maySubmit, performance.now()];
      const ids = [...(await this.#record({ steps, maySubmit }))];
      for (const step of steps) if (step.picture) step.id = ids.shift();
      if (maySubmit) this.#heldUntil = at + heldMs;
    }
    this.#underWay -= 1;
  }
}
