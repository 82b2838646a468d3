import type { ErrorCode } from "@gatepost/contract/errors";
import { helpName } from "@gatepost/contract/limits";
import { type AskAgainStep, isAskAgain, timeoutOf } from "@gatepost/contract/steps";
import type { FailureContext } from "@gatepost/domain/platform/errors";
import { traced } from "@gatepost/domain/platform/observations";
import { unlessAborted, within } from "@gatepost/domain/platform/signal";
import type { BrowserLease } from "../browser/browser-pool.ts";
import { Failure, NeedsFullBrowser } from "../browser/failure.ts";
import type { HandedBack } from "../live/handover.ts";
import { responseMs } from "../steps/conditions.ts";
import { contextOfFailure } from "../steps/nearest.ts";
import { isOneOfSeveral, makeRun, type Run, type RunParts } from "../steps/run.ts";
import { maySubmit, runStep, showsSomethingNew } from "../steps/steps.ts";
import type { StoredSecrets } from "../steps/typed-values.ts";
import { matchesOf, sentenceOf, stepFailure, withSought } from "./failure-report.ts";
import { openingOf, stepNumber } from "./progress.ts";
import { Interruption, type TaskContext } from "./task-control.ts";
import type { CurrentStep, TaskRecord } from "./task-record.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";
import type { Waits, WaitsDependencies } from "./waits.ts";
import type { Visit, Visited } from "./walk-steps.ts";

/** Added to a step's time, so that an error which says what was looked for, and which may take a second, comes first. */
const graceMs = 1_500;

/** What the steps of a task share with its sessions in browsers. */
export interface StepsContext extends TaskContext, Pick<WaitsDependencies, "slot" | "handover" | "values" | "reads"> {
  record: TaskRecord;
  pictures: TimelinePictures;
}

interface StepRunnerOptions extends StepsContext {
  stored(): StoredSecrets;
  /** Does something of which those who watch see nothing. */
  whileHidden<T>(typing: () => Promise<T>): Promise<T>;
  /** Whether an error means that the task or its browser has ended, or that the task starts over. */
  isOver(error: unknown): Promise<boolean>;
  /** Ends the task if its browser is frozen. */
  askBrowser(): Promise<void>;
}

/** What a step needs of the browser session in which it runs. */
interface StepDependencies extends Pick<RunParts, "results" | "secrets" | "refusals"> {
  session: BrowserLease;
  waits: Waits;
}

/** A wait, or a failed step about which a person is asked, of a task that another process has left. */
export interface LeftStep {
  /** How many steps that process had begun, this one among them. */
  begun: number;
  failed?: LeftFailure | undefined;
}

interface LeftFailure {
  message: string;
  code: ErrorCode;
  context?: FailureContext | undefined;
}

/** What a task does in place of a step at which a person has handed its page back; undefined: the step itself. */
function visitedBy(at: HandedBack | undefined): Visited | undefined {
  if (at === undefined || at === "again") return undefined;
  return at === "next" ? { branch: undefined } : { to: at };
}

/** Runs the steps of a task, one at a time, and knows where it is. */
export class StepRunner {
  readonly #options: StepRunnerOptions;
  /** Whether the task may have submitted something, so that it cannot be run again. */
  maySubmit = false;
  /** Where the task is. */
  visit: Visit;
  current: CurrentStep | undefined;

  constructor(options: StepRunnerOptions) {
    this.#options = options;
    this.visit = openingOf(options.task.websiteUrl);
  }

  /** A step that may submit something starts only after the database has recorded that. `left`: another process has begun it. */
  run(visit: Visit, dependencies: StepDependencies, left?: LeftStep): Promise<Visited> {
    const { taskId } = this.#options.task;
    const facts = { taskId, type: visit.step.type, number: stepNumber(visit.path) };
    return traced("step", facts, () => this.#runOrAsk(visit, dependencies, left));
  }

  /** A step that fails asks a person what to do, if the task does that. */
  async #runOrAsk(visit: Visit, dependencies: StepDependencies, left: LeftStep | undefined) {
    const { step } = visit;
    for (let before = left; ; before = undefined) {
      try {
        if (before?.failed) throw this.#leftFailure(visit, dependencies, before, before.failed);
        return await this.#run(visit, dependencies, before);
      } catch (error) {
        const { task } = this.#options;
        const asks = task.late.includes(helpName) && !("optional" in step && step.optional);
        const { current } = this;
        if (!asks || !current || !(error instanceof Failure) || error instanceof NeedsFullBrowser) throw error;
        if (!before?.failed) await this.#options.record.note(error.message, true);
        const goesOn = visitedBy(await dependencies.waits.askForHelp(error, visit, current.run, before !== undefined));
        if (goesOn) return goesOn;
      }
    }
  }

  /** The failure of a step in another process, about which a person is asked. */
  #leftFailure(
    visit: Visit,
    dependencies: Omit<StepDependencies, "waits">,
    { begun }: LeftStep,
    { message, code, context }: LeftFailure,
  ): Failure {
    this.visit = visit;
    this.#options.record.progress.resume(begun, visit);
    const run = this.#makeRun(visit, dependencies, { awaitValue: async () => {}, askAgain: () => {} });
    this.current = { visit, run, ...(context && { context }) };
    return new Failure(message, code);
  }

  #makeRun(
    visit: Visit,
    dependencies: Omit<StepDependencies, "waits">,
    calls: Pick<Run, "awaitValue" | "askAgain">,
  ): Run {
    const { ctx, task, control, pictures, values, reads, stored } = this.#options;
    const { step, path, runs } = visit;
    return makeRun({
      ...dependencies,
      ...calls,
      values,
      reads,
      signal: control.signal,
      stored: stored(),
      userInfo: task.userInfo,
      late: task.late,
      egress: ctx.settings.egress,
      stepMs: timeoutOf(step) * 1_000,
      isRepeated: runs.length > 0 || isOneOfSeveral(task.steps, stepNumber(path) - 1),
      keepPicture: (picture) => pictures.keep(picture, visit),
    });
  }

  async #run(visit: Visit, { waits, ...dependencies }: StepDependencies, left: LeftStep | undefined) {
    const { task, control, record, pictures, handover, slot, whileHidden } = this.#options;
    const { signal } = control;
    const { step, path } = visit;
    signal.throwIfAborted();
    this.visit = visit;
    const returned = await handover.beforeStep(signal, async () => {
      slot.suspend();
      dependencies.session.suspend(true);
      return async () => {
        await slot.resume(signal);
        dependencies.session.suspend(false);
      };
    });
    const skipped = visitedBy(returned);
    if (skipped) return skipped;
    const submits = maySubmit(step, task.late);
    if (submits) this.maySubmit = true;
    if (left) record.progress.resume(left.begun, visit);
    const begun = path.length === 0 || left ? Promise.resolve() : record.progress.begin(visit, submits);
    if (submits) await record.progress.submittable();

    const began = performance.now();
    const stepMs = timeoutOf(step) * 1_000;
    let refusal: AskAgainStep | undefined;
    let handedBack: HandedBack | undefined;
    const run: Run = this.#makeRun(visit, dependencies, {
      awaitValue: async (wait) => {
        handedBack = await waits.take(wait, visit, run, left !== undefined);
      },
      askAgain: (step) => {
        refusal = step;
      },
    });
    this.current = { visit, run };
    const isHidden = "value" in step && run.isCovered(step.value);
    const running = isHidden ? whileHidden(() => runStep(step, run)) : runStep(step, run);
    const late = () => new Failure(withSought(step, run, "the page did not answer"));
    const limitMs = (isAskAgain(step) ? 2 * stepMs + responseMs : stepMs) + graceMs;
    // A wait has its own deadline, by the service's clock.
    const limited = step.type === "WAIT_FOR_VARIABLE_VALUE" ? running : within(running, limitMs, late);
    // Outside the step's time limit, because this waits for the database and not for the page.
    const visited = limited.then(async (branch): Promise<Visited> => {
      if (refusal) return { to: await waits.askAgain(refusal, path) };
      return visitedBy(handedBack) ?? { branch };
    });
    const [ran, written] = await Promise.allSettled([unlessAborted(visited, signal), begun]);
    if (written.status === "rejected") throw written.reason;
    if (ran.status === "rejected") throw await this.#failureOf(ran.reason, this.current, performance.now() - began);
    if (task.isDraft && showsSomethingNew(step)) await unlessAborted(pictures.takeOfDraft(run, visit), signal);
    await this.#noteObserved(run);
    return ran.value;
  }

  /** Notes what else happened during a step that succeeded. */
  async #noteObserved({ observed, page, redacted }: Run): Promise<void> {
    const { control, record } = this.#options;
    await unlessAborted(observed.settled(), control.signal);
    const sentences = observed.ofStep(page, redacted);
    if (sentences.length > 0) await record.note(sentenceOf(sentences), false);
  }

  /** What a step's error means for the task, once it is known that neither the task nor its browser was ended. */
  async #failureOf(error: unknown, current: CurrentStep, ms: number): Promise<unknown> {
    const { visit, run } = current;
    const { step } = visit;
    const { control, pictures, isOver, askBrowser } = this.#options;
    const { signal } = control;
    if (error instanceof Interruption || signal.aborted || (await isOver(error))) return error;
    // A shorter step was not held up by a frozen browser.
    if (run.timeLeft() <= 1) await askBrowser();
    const matches = await matchesOf(step, run);
    const [context] = await Promise.all([
      contextOfFailure(step, run, { error, matches }),
      unlessAborted(pictures.take(run, visit), signal).catch(() => {}),
      run.observed.settled(),
    ]);
    current.context = context;
    return stepFailure(error, { visit, run, ms, matches });
  }
}
