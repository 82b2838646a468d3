import { canGoOn, placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import { stepSentence } from "@gatepost/contract/step-sentence";
import type { Step } from "@gatepost/contract/steps";
import type { Visit } from "./walk-steps.ts";

/** All tasks of a worker record pictures, and steps that change nothing outside, at the same moments, so far apart, in one commit. */
const momentMs = 700;
/**
 * A step that began less than this before such a moment is left to the next one, because often a wait or the end comes first and
 * records it. Who watches the task sees it within a second.
 */
const leastMs = 200;
/** For how long a task counts as this worker's after the database said so. A lease lasts five times as long. */
const submittableMs = 3_000;

export interface StepBeginning extends Visit {
  /** Its place among all steps that the run has begun, from 1. */
  nth: number;
  /** By `performance.now()`. */
  at: number;
}

interface Unrecorded extends StepBeginning {
  picture?: Uint8Array;
  /** It was recorded before, and gets its picture. */
  isRecorded?: boolean;
}

/** What is to be recorded, in order: the steps that have begun since the last time, and those that have a picture since then. */
export interface Beginnings {
  steps: readonly Unrecorded[];
  maySubmit: boolean;
}

/**
 * Records which steps a task has begun, and their pictures. Most steps take some milliseconds and change nothing outside, so
 * they are recorded together: with the next step that may submit something, with the wait or the end that follows them, or at
 * most 0.9 s after the first of them.
 */
export class Progress {
  readonly #record: (begun: Beginnings) => Promise<void>;
  #unrecorded = new Map<number, Unrecorded>();
  /** How many steps have begun. */
  count = 0;
  /** The last step, by its `nth`, that is recorded. */
  #recordedTo = 0;
  readonly #begun = new WeakMap<Visit, StepBeginning>();
  readonly #pictured = new WeakSet<StepBeginning>();
  #maySubmit = false;
  #submittableUntil = 0;
  #recording: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (begun: Beginnings) => Promise<void>) {
    this.#record = record;
  }

  /** Goes on after so many steps, which are recorded, at the last of them. */
  resume(count: number, visit: Visit): void {
    this.count = count;
    this.#recordedTo = count;
    this.#begun.set(visit, { ...visit, nth: count, at: performance.now() });
  }

  /** How it began; undefined for the opening of the website, which the claim records. */
  beginningOf(visit: Visit): StepBeginning | undefined {
    return this.#begun.get(visit);
  }

  /**
   * Notes that a step begins. Resolves at once, except while steps before it are being recorded: a task does not go on for
   * long without a database. Rejects as `recorded` does.
   */
  begin(visit: Visit, maySubmit: boolean): Promise<void> {
    this.count += 1;
    const step = { ...visit, nth: this.count, at: performance.now() };
    this.#begun.set(visit, step);
    this.#unrecorded.set(step.nth, step);
    this.#maySubmit ||= maySubmit;
    this.#recordSoon();
    return this.#recording;
  }

  /** Adds a picture to a step, to be recorded with it, or soon after it. Returns false if the step has one. */
  addPicture(step: StepBeginning, picture: Uint8Array): boolean {
    if (this.#pictured.has(step)) return false;
    this.#pictured.add(step);
    this.#unrecorded.set(step.nth, { ...step, picture });
    this.#recordSoon();
    return true;
  }

  #recordSoon(): void {
    const untilMoment = momentMs - ((performance.now() + leastMs) % momentMs);
    this.#timer ??= setTimeout(() => this.recorded().catch(() => {}), leastMs + untilMoment);
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
    const unrecorded = this.#unrecorded;
    this.#unrecorded = new Map();
    const steps = [...unrecorded.values()]
      .sort((a, b) => a.nth - b.nth)
      .map((step) => ({ ...step, isRecorded: step.nth <= this.#recordedTo }));
    const [maySubmit, at] = [this.#maySubmit, performance.now()];
    try {
      const written = await write({ steps, maySubmit });
      if (maySubmit && steps.length > 0) this.submittableAt(at);
      this.#recordedTo = Math.max(this.#recordedTo, steps.at(-1)?.nth ?? 0);
      return written;
    } catch (error) {
      this.#unrecorded = new Map([...unrecorded, ...this.#unrecorded]);
      throw error;
    }
  }
}

/** A task begins with its website. */
export function openingOf(websiteUrl: string): Visit {
  return { step: { type: "OPEN_PAGE", url: { permanent: websiteUrl } }, path: [], runs: [] };
}

/** The number of the top-level step that a path leads to or into, from 1; 0 while the website is opened. */
export function stepNumber([index = -1]: StepPath): number {
  return Number(index) + 1;
}

export function nameStep({ step, path }: Visit): string {
  return path.length === 0 ? "Step 0 (opening websiteURL)" : `Step ${stepPathText(path)} (${step.type})`;
}

/** What the step does. */
export function visitInWords({ step, path }: Visit): string {
  return path.length === 0 ? "Open the website" : stepSentence(step);
}

/** Where the task may go on after the step: at the next one unless a condition says otherwise, and at those after that. */
export function laterPlaces(steps: readonly Step[], visit: Visit): { path: StepPath; sentence: string }[] {
  const later = placedSteps(steps).filter(({ path }) => canGoOn(visit.path, path));
  return later.map(({ step, path }) => ({ path, sentence: stepSentence(step) }));
}
