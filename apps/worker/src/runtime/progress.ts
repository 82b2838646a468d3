import type { StepPath } from "@gatepost/contract/step-paths";
import type { Place } from "./place.ts";

/** How long a step that changes nothing outside may go unrecorded. */
const delayMs = 500;

export interface StepBeginning {
  step: number;
  path: StepPath;
  /** By `performance.now()`. */
  at: number;
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
  readonly #record: (begun: Beginnings) => Promise<void>;
  #unrecorded: StepBeginning[] = [];
  #maySubmit = false;
  #recording: Promise<void> = Promise.resolve();
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (begun: Beginnings) => Promise<void>) {
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
    if (steps.length > 0) await this.#record({ steps, maySubmit: this.#maySubmit });
    this.#underWay -= 1;
  }
}
