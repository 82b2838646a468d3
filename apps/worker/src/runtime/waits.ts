import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@gatepost/contract/errors";
import { helpName, helpOptions, helpSeconds } from "@gatepost/contract/limits";
import type { StepPath } from "@gatepost/contract/step-paths";
import { type AskAgainStep, type StepOf, timeoutOf } from "@gatepost/contract/steps";
import { leaveWait } from "@gatepost/domain/live/control";
import { typed } from "@gatepost/domain/platform/exact-json";
import { within } from "@gatepost/domain/platform/signal";
import { formOf } from "@gatepost/domain/templates/requirements";
import { valueProblem } from "@gatepost/domain/templates/value-form";
import { askAgain } from "@gatepost/domain/waits/take-variable";
import type { BrowserLease } from "../browser/browser-pool.ts";
import type { Failure } from "../browser/failure.ts";
import type { HandedBack, Handover } from "../live/handover.ts";
import type { Secrets } from "../privacy/redact.ts";
import { textOf } from "../steps/parameter.ts";
import type { Results } from "../steps/results.ts";
import type { Run } from "../steps/run.ts";
import { AskedValues, promptText, type SavedAskedValues } from "./asked-values.ts";
import { awaitValue, reopenWait, type Wait } from "./await-value.ts";
import { endings, failureReport, withObservations } from "./failure-report.ts";
import type { Slot } from "./slots.ts";
import type { TaskBrowser } from "./task-browser.ts";
import type { TaskContext } from "./task-control.ts";
import type { TaskRecord } from "./task-record.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";
import type { Visit } from "./walk-steps.ts";

/**
 * The pauses before each try to take the wait's picture. If the value arrives sooner, nobody needs one. A page that is busy
 * is asked ever less often, because a value that comes meanwhile waits for the picture.
 */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** A task that waits for longer has its page's memory freed: a few megabytes, for some milliseconds of CPU. */
const freeMemoryAfterMs = 2_000;
/** What a step that has failed waits for: as any other step that waits, though no template has it. */
const helpStep: StepOf<"WAIT_FOR_VARIABLE_VALUE"> = {
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: { permanent: helpName },
  kind: { permanent: "choice" },
  options: { permanent: [...helpOptions] },
};
/** Of a wait that was left without a value. */
const left = Symbol("left");
/** A wait that takes longer is saved with the launcher, so that it outlives this process. */
const saveAfterMs = 250;
/** How long a step waits for its window to be as large as before. */
const restoreMs = 1_000;

export interface WaitsDependencies extends TaskContext, Pick<Wait, "notifications" | "clock"> {
  record: TaskRecord;
  slot: Slot;
  pictures: Pick<TimelinePictures, "take" | "stepOf">;
  session: BrowserLease;
  handover: Handover;
  results: Results;
  secrets: Secrets;
  /** The task's variables; a value that is taken is added. */
  values: Map<string, unknown>;
  /** The names under which the template keeps texts. */
  reads: ReadonlySet<string>;
  browser: TaskBrowser;
  /** Whether the task is never run again, as once a taken value is discarded so that the next one can be asked for. */
  steps: { maySubmit: boolean };
  /** Saves the task, which waits at this step, for the process in this one's place; `failed`: as a failed step. */
  save(visit: Visit, failed?: Failure): Promise<void>;
  /** Resolves when no other process can go on with what was saved. */
  forget(): Promise<void>;
}

/** The waits of a task for its late variables, in one browser session. */
export class Waits {
  readonly #dependencies: WaitsDependencies;
  /** What was asked for until now. */
  readonly asked: AskedValues;
  /** Whether the task waits for a value, from the moment at which it asks the database for it. */
  waiting = false;
  /** Whether it has waited, or waits. People may have been asked for values that belong to this session of the browser. */
  hasAsked: boolean;
  /** Saves the wait that is under way; called again once a person has had the page. */
  save: (() => Promise<void>) | undefined;

  constructor(dependencies: WaitsDependencies, asked?: SavedAskedValues) {
    this.#dependencies = dependencies;
    this.asked = new AskedValues(asked);
    this.hasAsked = asked !== undefined;
  }

  /**
   * Takes the value of a late variable once it is there; during that time the task's slot and browser serve others. Resolves with where
   * a person has handed the page back, if anybody had it. `isResumed`: another process has entered the wait.
   */
  async take(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">, visit: Visit, run: Run, isResumed: boolean) {
    const { path, runs } = visit;
    const { task, results, secrets, values, reads } = this.#dependencies;
    const name = step.name.permanent;
    if (!task.late.includes(name)) return undefined;
    if (!isResumed && this.asked.isAskedAnew(name, path, runs)) await this.#discard(name);
    const isLive = step.kind?.permanent === "live";
    const timeoutSeconds = this.asked.secondsOf(name, path, runs) ?? timeoutOf(step);
    const { value, returned } = await this.#await(run, visit, {
      step,
      timeoutSeconds,
      isResumed,
      save: () => this.#dependencies.save(visit),
      prompt: promptText(step, results.texts),
      endsBy: "next",
      tooLate: async (extended) => ({
        code: "ERROR_VARIABLE_TIMEOUT",
        description: await withObservations(
          endings.noValue(visit, name, timeoutSeconds, { extended, refused: this.asked.saved.refused.get(name) }),
          run,
        ),
      }),
    });
    // Who hands the page back has done what was asked there. Any other value is left out.
    if (value === left && !(isLive && returned)) return returned;
    values.set(name, value === left ? true : value);
    this.asked.taken(name, path, runs);
    if (!isLive) secrets.texts.add(textOf({ variable: name }, { values, reads, texts: results.texts }));
    return returned;
  }

  /**
   * Asks a person what to do with a step that has failed. Rejects with its failure where that is to end the task. `isResumed`: another
   * process has asked.
   */
  async askForHelp(failure: Failure, visit: Visit, run: Run, isResumed: boolean): Promise<HandedBack> {
    const { values, save } = this.#dependencies;
    if (values.has(helpName)) await this.#discard(helpName);
    const { value, returned } = await this.#await(run, visit, {
      step: helpStep,
      timeoutSeconds: helpSeconds,
      isResumed,
      save: () => save(visit, failure),
      prompt: failure.message,
      endsBy: "any",
      tooLate: async () => ({ code: failure.code, description: failure.message }),
    });
    if (value !== left) values.set(helpName, value);
    if (value === "stop") throw failure;
    if (value === left) return returned ?? "again";
    return value === "skip" ? "next" : "again";
  }

  /** The value of a wait; `left` where a person has done without it what it was for, and handed the page back. */
  async #await(
    run: Run,
    visit: Visit,
    asked: Pick<Wait, "step" | "timeoutSeconds" | "prompt" | "isResumed"> & {
      save(): Promise<void>;
      /** Where it must be handed back for the wait to end without a value. */
      endsBy: "next" | "any";
      tooLate(extended: boolean): Promise<{ code: ErrorCode; description: string }>;
    },
  ): Promise<{ value: unknown; returned: HandedBack | undefined }> {
    const { ctx, task, control, record, slot, session, handover, pictures, ...rest } = this.#dependencies;
    const { signal } = control;
    const came = new AbortController();
    let pictured: Promise<void> | undefined;
    // Set before the database is asked, because others may see the wait before this worker gets the response.
    this.waiting = true;
    this.hasAsked = true;
    const wait: Wait = {
      ...asked,
      ctx,
      task,
      notifications: rest.notifications,
      clock: rest.clock,
      signal,
      progress: record.progress,
      tooLate: async (extended) => {
        // Once the task has ended, nothing of it can be saved.
        await rest.browser.saveStateOfFailed();
        return { ...(await asked.tooLate(extended)), report: await failureReport(run, visit, pictures) };
      },
      onWait: () => {
        slot.suspend();
        session.suspend(true);
        const over = AbortSignal.any([came.signal, signal]);
        pictured = this.#takePicture(run, visit, over);
        void this.#freeMemory(pictured, over);
        this.save = asked.save;
        void sleep(saveAfterMs, undefined, { signal: over }).then(
          () => this.save?.(),
          () => {},
        );
      },
    };
    const { result: value, returned } = await handover.whileFree(
      signal,
      (skipped) => this.#valueOf(wait, skipped),
      asked.endsBy,
    );
    this.waiting = false;
    this.save = undefined;
    came.abort();
    // A picture that is still being taken would not mask this value, and the next step may type it.
    await pictured;
    // A click in a frame is led to it by what was drawn last, so the window has its size again before the next step.
    const restored = within(session.pageMemory.restore(), restoreMs).catch(() => {});
    await slot.resume(signal);
    await restored;
    session.suspend(false);
    // Until here another process finds what this one did, and the value.
    await rest.forget();
    return { value, returned };
  }

  /** The value that the wait is for; `left` where a person has handed the page back after this step. */
  async #valueOf(wait: Wait, skipped: AbortSignal): Promise<unknown> {
    const { task, step, ctx, signal } = wait;
    const { control } = this.#dependencies;
    const name = step.name.permanent;
    for (let until = AbortSignal.any([signal, skipped]); ; ) {
      try {
        const value = await awaitValue({ ...wait, signal: until });
        if (valueProblem(formOf(step), value, typed(value)) === undefined) return value;
        // It was accepted before this wait began, by what another wait for the same name accepts.
        await this.#discard(name);
      } catch (error) {
        if (until === signal || !skipped.aborted || signal.aborted) throw error;
        const input = { taskId: task.taskId, fence: task.fence, name };
        const outcome = await control.keepTrying(() => leaveWait({ ctx, input }));
        if (outcome === "gone") return control.abandon();
        if (outcome === "left") return left;
        until = signal;
      }
    }
  }

  /** Reopens the wait for a value that the site refused, and returns where it is: the steps after it run again. */
  async askAgain(step: AskAgainStep, path: StepPath): Promise<StepPath> {
    const wait = await reopenWait(step, path, this.#dependencies);
    this.asked.askedAgain(step, path);
    return wait;
  }

  /** Discards a value that is not for this wait, such as the one that an earlier run of a repetition took. */
  async #discard(name: string): Promise<void> {
    const { ctx, task, values, control, steps } = this.#dependencies;
    const reason = values.has(name) ? "used" : "unfit";
    if (reason === "used") steps.maySubmit = true;
    const input = { taskId: task.taskId, fence: task.fence, name, max: 1, reason } as const;
    const { status } = await control.keepTrying(() => askAgain({ ctx, input }));
    if (status === "gone") control.abandon();
    values.delete(name);
  }

  /** The picture is for the person who answers. A page that is busy when the wait begins is asked again. */
  async #takePicture(run: Run, visit: Visit, over: AbortSignal): Promise<void> {
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs, undefined, { signal: over }).catch(() => {});
      if (over.aborted || (await this.#dependencies.pictures.take(run, visit))) return;
    }
  }

  /** Frees memory once nothing else is done with the page, if the task is likely to wait for long. */
  async #freeMemory(pictured: Promise<void>, over: AbortSignal): Promise<void> {
    try {
      await pictured;
      await sleep(freeMemoryAfterMs, undefined, { signal: over });
      await this.#dependencies.session.pageMemory.free(over);
    } catch {
      // The wait is over, or the page is.
    }
  }
}
