import { placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import { stepSentence } from "@gatepost/contract/step-sentence";
import type { Step } from "@gatepost/contract/steps";

/** How long a step that changes nothing outside may go unrecorded: who watches the task sees it within a second. */
const maxDelayMs = 700;
/** For how long a task counts as this worker's after the database said so. A lease lasts five times as long. */
const submittableMs = 3_000;

interface StepBeginning extends Place {
  /** Its place among all steps that the run has begun, from 1. */
  nth: number;
  /** By `performance.now()`. */
  at: number;
  picture?: Uint8Array;
}

/** What is to be recorded: the steps that have begun since the last time, of which the last one is the present one. */
export interface Beginnings {
  steps: readonly StepBeginning[];
  maySubmit: boolean;
}

/**
 * Records which steps a task has begun. Most of them take some milliseconds and change nothing outside, so they are recorded
 * together: with the next step that may submit something, with the wait or the end that follows them, or at most 0.7 s after
 * the first of them.
 */
export class Progress {
  readonly #record: (begun: Beginnings) => Promise<void>;
  #unrecorded: StepBeginning[] = [];
  #count = 0;
  readonly #nth = new WeakMap<Place, number>();
  #maySubmit = false;
  #submittableUntil = 0;
  #recording: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (begun: Beginnings) => Promise<void>) {
    this.#record = record;
  }

  /** Of the step that began last at this place, its number among all that have begun; 0 before the first. */
  nthOf(place: Place): number {
    return this.#nth.get(place) ?? 0;
  }

  /**
   * Notes that a step begins. Resolves at once, except while steps before it are being recorded: a task does not go on for
   * long without a database. Rejects as `recorded` does.
   */
  begin(place: Place, maySubmit: boolean): Promise<void> {
    this.#count += 1;
    this.#nth.set(place, this.#count);
    this.#unrecorded.push({ ...place, nth: this.#count, at: performance.now() });
    this.#maySubmit ||= maySubmit;
    this.#timer ??= setTimeout(() => this.recorded().catch(() => {}), maxDelayMs - (performance.now() % maxDelayMs));
    return this.#recording;
  }

  /** Adds a picture to a step, to be recorded with it. Returns false if the step is recorded already, or has a picture. */
  addPicture(nth: number, picture: Uint8Array): boolean {
    const step = this.#unrecorded.find((one) => one.nth === nth);
    if (!step || step.picture) return false;
    step.picture = picture;
    return true;
  }

  /**
   * Resolves when a step may submit something: when it is recorded, or at once if the database confirmed within the last 3 s
   * that this worker has the task, and that it may submit and is never run again.
   */
  submittable(): Promise<void> {
    return performance.now() < this.#submittableUntil ? Promise.resolve() : this.recorded();
  }

  /** Notes that, at this time by `performance.now()`, the task was this worker's and recorded as one that may submit. */
  submittableAt(at: number): void {
    this.#submittableUntil = Math.max(this.#submittableUntil, at + submittableMs);
  }

  /** Resolves when all steps that have begun are recorded. Rejects as `record` does, and for good once it has. */
  recorded(): Promise<void> {
    return this.recordedBy((begun) => (begun.steps.length > 0 ? this.#record(begun) : Promise.resolve()));
  }

  /** Resolves when all steps that have begun are recorded by `write`, together with something else. */
  recordedBy<T>(write: (begun: Beginnings) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const writing = this.#recording.then(() => this.#recordAll(write));
    this.#recording = writing.then(() => {});
    // The caller gets the rejection through `writing`; without this line it would also be an unhandled rejection.
    this.#recording.catch(() => {});
    return writing;
  }

  /** Records all steps that have begun together with the task's end, which is written whatever could not be recorded before. */
  recordedAtEnd<T>(write: (begun: Beginnings) => Promise<T>): Promise<T> {
    this.#recording = this.#recording.catch(() => {});
    return this.recordedBy(write);
  }

  async #recordAll<T>(write: (begun: Beginnings) => Promise<T>): Promise<T> {
    const steps = this.#unrecorded;
    this.#unrecorded = [];
    const [maySubmit, at] = [this.#maySubmit, performance.now()];
    try {
      const written = await write({ steps, maySubmit });
      if (maySubmit && steps.length > 0) this.submittableAt(at);
      return written;
    } catch (error) {
      this.#unrecorded = [...steps, ...this.#unrecorded];
      throw error;
    }
  }
}

/** Where a task is. */
export interface Place {
  /** The top-level step that is being run, or nests the one that is, from 1; 0 while the website is opened. */
  number: number;
  /** Empty while the website is opened. */
  path: StepPath;
  type: Step["type"];
}

/** Where a step is, and in which runs of repetitions. */
export interface PlacedRun {
  place: Place;
  runs: readonly number[];
}

export const websitePlace: Place = { number: 0, path: [], type: "OPEN_PAGE" };

export function placeOf(step: Step, path: StepPath): Place {
  return { number: (path[0] as number) + 1, path, type: step.type };
}

export function nameStep({ number, path, type }: Place): string {
  return number === 0 ? "Step 0 (opening websiteURL)" : `Step ${stepPathText(path)} (${type})`;
}

/** What the step does, and the one that comes after it unless a condition says otherwise; null where there is none. */
export function placeInWords(steps: readonly Step[], place: Place): { step: string; nextStep: string | null } {
  const placed = placedSteps(steps);
  const at = placed.findIndex(({ path }) => stepPathText(path) === stepPathText(place.path));
  const within = place.path.length;
  const next = placed.slice(at + 1).find(({ path }) => place.number === 0 || path.length <= within);
  const step = placed[at]?.step;
  return { step: step ? stepSentence(step) : "Open the website", nextStep: next ? stepSentence(next.step) : null };
}

/** The path as it is stored: null for a step that is not nested, because its number says where it is. */
export function storedPath(path: StepPath): string[] | null {
  return path.length > 1 ? path.map(String) : null;
}
