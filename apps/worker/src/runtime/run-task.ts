import type { Engine } from "@gatepost/contract/engines";
import { limits } from "@gatepost/contract/limits";
import { type AskAgainStep, type Step, timeoutOf } from "@gatepost/contract/steps";
import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import { logFault } from "@gatepost/domain/log";
import type { WorkerContext } from "@gatepost/domain/permission";
import { readSecrets } from "@gatepost/domain/stored-secret/read-secrets";
import { type BegunStep, beginStep } from "@gatepost/domain/task/begin-step";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import type { StoredFailureReport } from "@gatepost/domain/task/failure-report";
import type { FailedOutcome } from "@gatepost/domain/task/finish-task";
import { noteStep } from "@gatepost/domain/task/note-step";
import type { Solution } from "@gatepost/domain/task/solution";
import { readNames, secretNames } from "@gatepost/domain/template/requirements";
import type { BrowserLease } from "../browser/browser-pool.ts";
import type { Browsers } from "../browser/browsers.ts";
import { isClosed } from "../browser/playwright-reason.ts";
import { collectSolution } from "../browser/solution.ts";
import { coverSolution } from "../privacy/cover-solution.ts";
import { Refusals } from "../steps/refusals.ts";
import { Found, makeRun, type Run, type Secrets } from "../steps/run.ts";
import { maySubmit, runStep } from "../steps/steps.ts";
import type { StoredSecrets } from "../steps/typed-values.ts";
import { unlessAborted, within } from "./abort.ts";
import { BrowserState } from "./browser-state.ts";
import { withSought } from "./describe.ts";
import { type Cause, Failure, Interruption, NeedsFullBrowser } from "./failure.ts";
import { failureReport } from "./failure-report.ts";
import { hasDied } from "./has-died.ts";
import { keepTrying } from "./keep-trying.ts";
import type { NotificationHub } from "./notification-hub.ts";
import { matchesOf, sentenceOf, withObservations } from "./observations.ts";
import { type Place, type PlacedRun, placeOf, storedPath, websitePlace } from "./place.ts";
import { type Beginnings, Progress } from "./progress.ts";
import type { Slot } from "./slot.ts";
import { stepFailure } from "./step-failure.ts";
import { type Ending, type Outcome, outcomeOf, settle } from "./task-end.ts";
import { TimeLimit } from "./time-limit.ts";
import { TimelinePictures } from "./timeline-pictures.ts";
import { Waits, type WaitsDependencies } from "./waits.ts";
import { type Visited, walkSteps } from "./walk-steps.ts";

/** Added to a step's time, so that Playwright can report in its words what it waited for. */
const graceMs = 500;
const collectMs = 15_000;
/** For a picture when the task's time is already over. */
const lastPictureMs = 2_000;

export interface TaskDependencies {
  ctx: WorkerContext;
  browsers: Browsers;
  notifications: NotificationHub;
  slot: Slot;
  clock: Pick<ServiceClock, "next">;
  /** Aborted when the worker's lease is lost; nothing is written afterwards. */
  lost: AbortSignal;
}

/** A claimed task, from a fresh browser context to its end. */
export class RunningTask {
  readonly taskId: number;
  /** Resolves when this worker has released the task and its slot. Never rejects. */
  readonly done: Promise<void>;
  readonly #task: ClaimedTask;
  readonly #dependencies: TaskDependencies;
  readonly #stop = new AbortController();
  readonly #values: Map<string, unknown>;
  /** The names under which the template keeps texts. */
  readonly #reads: ReadonlySet<string>;
  #stored: StoredSecrets = new Map();
  readonly #progress = new Progress((beginnings) => this.#record(beginnings));
  readonly #pictures: TimelinePictures;
  #maySubmit = false;
  #place: Place = websitePlace;
  #browser: BrowserLease | undefined;
  #state: BrowserState | undefined;
  #waits: Waits | undefined;
  readonly #timeLimit: TimeLimit;
  /** The current step. */
  #run: Run | undefined;
  #step: Step | undefined;
  readonly #began = performance.now();

  constructor(task: ClaimedTask, dependencies: TaskDependencies) {
    this.taskId = task.taskId;
    this.#task = task;
    this.#dependencies = dependencies;
    this.#pictures = new TimelinePictures(dependencies.ctx, task, this.#progress);
    this.#values = new Map(Object.entries(task.given).filter(([name]) => !task.late.includes(name)));
    this.#reads = readNames(task.steps);
    this.#timeLimit = new TimeLimit({
      ...{ ctx: dependencies.ctx, task },
      waitsAt: () => (this.waiting ? this.#place : undefined),
      reported: (description) => this.#reported(description),
      interrupt: (cause) => this.interrupt(cause),
    });
    this.done = this.#live();
  }

  /** Whether the task may have submitted something, so that it cannot be run again. */
  get maySubmit(): boolean {
    return this.#maySubmit;
  }

  /** Whether it waits for a value that has not been pushed. */
  get waiting(): boolean {
    return this.#waits?.waiting ?? false;
  }

  /** Whether it was stopped and is ending. */
  get interrupted(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Stops the task if its time is over. */
  observe(tick: number): void {
    this.#timeLimit.observe(tick);
  }

  /** Stops the task at any point. The first cause counts. */
  interrupt(cause: Cause): void {
    if (!this.#stop.signal.aborted) this.#stop.abort(new Interruption(cause));
  }

  get #overTime(): boolean {
    const { reason } = this.#stop.signal;
    return reason instanceof Interruption && reason.cause === "time limit";
  }

  get #ending(): Ending {
    return { task: this.#task, place: this.#place, began: this.#began, maySubmit: this.#maySubmit };
  }

  async #live(): Promise<void> {
    const { slot } = this.#dependencies;
    const { signal } = this.#stop;
    const outcome = await this.#runAll().catch((error) =>
      outcomeOf(signal.aborted ? signal.reason : error, this.#ending),
    );
    const described = this.interrupted ? await this.#describeEnd(outcome) : outcome;
    await this.#saveStateOfFailed(outcome);
    try {
      // Nothing can be written beside a task that has ended.
      const recorded = this.#progress.recorded().catch(() => {});
      const written = recorded.then(() => this.#pictures.written());
      const settling = written.then(async (screenshotSteps) =>
        settle(await this.#complete(described, screenshotSteps), this.#ending, this.#dependencies),
      );
      await Promise.all([this.#browser?.close(), settling]);
    } catch (error) {
      if (!this.#dependencies.lost.aborted) logFault("task not ended", error, { taskId: this.taskId });
    } finally {
      slot.release();
      // Removes our listeners from the browser's signal, which outlives the task.
      this.interrupt("abandoned");
    }
  }

  /** The outcome of a task that was stopped, with what happened in its browser. */
  async #describeEnd(outcome: Outcome): Promise<Outcome> {
    if (typeof outcome === "string" || !("failed" in outcome) || !this.#run) return outcome;
    const [description] = await Promise.all([
      withObservations(outcome.failed.description, this.#run, this.#overTime ? this.#step : undefined),
      this.#overTime && this.#pictures.take(this.#run, this.#place, lastPictureMs),
    ]);
    return { failed: { ...outcome.failed, description } };
  }

  /** The outcome with what refers to pictures of the timeline, once they are written. */
  async #complete(outcome: Outcome, screenshotSteps: (number | null)[]): Promise<Outcome> {
    if (typeof outcome === "string") return outcome;
    if ("ready" in outcome) return { ...outcome, screenshotSteps };
    // Of our own fault the operator is told more, and the caller nothing.
    if (outcome.failed.code === "ERROR_INTERNAL") return outcome;
    return { failed: { ...outcome.failed, report: await this.#report() } };
  }

  /** What is known of the task if it fails now; undefined before its first step. */
  async #report(): Promise<StoredFailureReport | undefined> {
    return this.#run && failureReport(this.#run, this.#place, this.#pictures);
  }

  /** A failure of a task that waits, with what is known of the task. */
  async #reported(description: string): Promise<Pick<FailedOutcome["failed"], "description" | "report">> {
    const whole = this.#run ? await withObservations(description, this.#run) : description;
    return { description: whole, report: await this.#report() };
  }

  /** Runs the task again in the full browser if the headless shell cannot do what a page needs. */
  async #runAll(): Promise<Outcome> {
    await this.#readStored();
    try {
      return await this.#runIn(this.#task.engine);
    } catch (error) {
      if (!(error instanceof NeedsFullBrowser) || !this.#mayChangeEngine) throw error;
      await this.#browser?.close();
      return this.#runIn("full");
    }
  }

  /** Whether no engine was requested, and neither the site nor a person would notice that the task starts over. */
  get #mayChangeEngine(): boolean {
    const untouched = !this.#maySubmit && this.#task.late.every((name) => !this.#values.has(name));
    return this.#task.engine === undefined && this.#dependencies.browsers.has("full") && untouched;
  }

  async #runIn(engine: Engine | undefined): Promise<Outcome> {
    const { signal } = this.#stop;
    const taking = this.#dependencies.browsers.take(engine, this.#task.context);
    const lease = await unlessAborted(taking, signal).catch((error) => {
      taking.then((late) => late.close()).catch(() => {});
      throw error;
    });
    this.#browser = lease;
    lease.proxySession.tenant = this.#task.accountId;
    // A page that is only late is tried once more; its steps end by their own clock.
    signal.addEventListener("abort", () => this.#overTime || lease.close());
    lease.gone.addEventListener("abort", () => this.#browser === lease && this.interrupt("browser lost"), { signal });
    if (lease.gone.aborted) this.interrupt("browser lost");

    await this.#loadState(lease);
    await this.#addCookies(lease);
    const found = new Found();
    this.#pictures.beginAgain();
    const storedTexts = [...this.#stored.values()].map(({ value }) => value);
    const secrets: Secrets = { texts: new Set(storedTexts), joined: new Set(), fields: [] };
    const waits = this.#openWaits({ session: lease, found, secrets });
    const dependencies = { session: lease, found, secrets, refusals: new Refusals(), waits };
    const website: Step = { type: "OPEN_PAGE", url: { permanent: this.#task.websiteUrl } };
    await this.#runStep(website, { place: websitePlace, runs: [] }, dependencies);
    let count = 0;
    await walkSteps(this.#task.steps, {
      visit: ({ step, path, runs }) => {
        if (++count > limits.stepsOfTask)
          throw new Failure(`the task has run ${limits.stepsOfTask} steps, the most that a task runs`);
        return this.#runStep(step, { place: placeOf(step, path), runs }, dependencies);
      },
      failed: ({ step }, error) => this.#noteFailure(step, error),
    });
    const late = () =>
      new Failure("After the last step the page did not answer when its cookies and storage were read.");
    const collecting = collectSolution(lease, found, this.#task.domainsOfInterest);
    const collected = unlessAborted(within<Solution>(collecting, collectMs, late), signal);
    await collected.catch(() => this.#askBrowser());
    const solution = await collected;
    await this.#saveState();
    return { ready: this.#run ? coverSolution(solution, this.#run.withoutStored) : solution };
  }

  #openWaits(session: Pick<WaitsDependencies, "session" | "found" | "secrets">): Waits {
    const { ctx, slot, notifications, clock } = this.#dependencies;
    this.#waits = new Waits({
      ...session,
      ...{ ctx, slot, notifications, clock, task: this.#task, pictures: this.#pictures },
      ...{ values: this.#values, reads: this.#reads },
      ...{ signal: this.#stop.signal, keepTrying: this.#keepTrying, abandon: this.#abandon },
      onUnrepeatable: () => {
        this.#maySubmit = true;
      },
    });
    return this.#waits;
  }

  async #readStored(): Promise<void> {
    const { accountId, steps } = this.#task;
    const names = secretNames(steps);
    if (names.length === 0) return;
    const { ctx } = this.#dependencies;
    this.#stored = await this.#keepTrying(() => readSecrets({ ctx, input: { accountId, names } }));
  }

  async #loadState({ context }: BrowserLease): Promise<void> {
    const state = BrowserState.of(this.#dependencies.ctx, this.#task);
    this.#state = state;
    if (!state) return;
    const found = await this.#keepTrying(() => state.read());
    await unlessAborted(state.load(context, found), this.#stop.signal);
  }

  /** What the task leaves its session; a task whose lease was lost can write nothing. */
  async #saveState(): Promise<void> {
    const [state, context] = [this.#state, this.#browser?.context];
    if (state && context) await this.#keepTrying(() => state.save(context));
  }

  /** The same of a task that has failed, if its browser is still there. */
  async #saveStateOfFailed(outcome: Outcome): Promise<void> {
    const failed = typeof outcome === "object" && "failed" in outcome;
    const context = this.#browser?.context;
    if (!failed || !this.#task.keepSession || !context || this.#dependencies.lost.aborted) return;
    await this.#state?.save(context).catch((error) => logFault("session not saved", error, { taskId: this.taskId }));
  }

  async #addCookies({ context }: BrowserLease): Promise<void> {
    const { cookies = [] } = this.#task;
    if (cookies.length === 0) return;
    const adding = context.addCookies(cookies).catch((error) => {
      if (isClosed(error)) throw error;
      throw new Failure(
        "The browser refused a cookie of task.cookies. Check domain, path, secure and sameSite of each.",
      );
    });
    await unlessAborted(adding, this.#stop.signal);
  }

  /** A step that may submit something begins once that is certain, and a wait, which others see, once it is recorded. */
  async #runStep(step: Step, placed: PlacedRun, { waits, ...dependencies }: StepDependencies): Promise<Visited> {
    const { signal } = this.#stop;
    const { place } = placed;
    signal.throwIfAborted();
    this.#place = place;
    const submits = maySubmit(step, this.#task.late);
    if (submits) this.#maySubmit = true;
    const begun = place.number === 0 ? Promise.resolve() : this.#progress.begin(place, submits);
    if (step.type === "WAIT_FOR_VARIABLE_VALUE") await this.#progress.recorded();
    else if (submits) await this.#progress.submittable();

    const began = performance.now();
    const stepMs = timeoutOf(step) * 1_000;
    let refusal: AskAgainStep | undefined;
    const run: Run = makeRun({
      ...dependencies,
      values: this.#values,
      userInfo: this.#task.userInfo,
      late: this.#task.late,
      reads: this.#reads,
      stored: this.#stored,
      egress: this.#dependencies.ctx.settings.egress,
      deadline: began + stepMs,
      signal,
      awaitValue: async (wait) => {
        // A wait that ends by time ends the task at once.
        if (this.#task.keepSession) await this.#saveState();
        await waits.take(wait, placed, run);
      },
      askAgain: (step) => {
        refusal = step;
      },
      keepPicture: (picture) => this.#pictures.keep(picture, place),
    });
    this.#run = run;
    this.#step = step;
    const running = runStep(step, run);
    const late = () => new Failure(withSought(step, run, "the page did not answer"));
    // A wait has its own deadline, by the service's clock.
    const limited = step.type === "WAIT_FOR_VARIABLE_VALUE" ? running : within(running, stepMs + graceMs, late);
    // The page's time is over by then, however long the database takes.
    const visited = limited.then(async (branch): Promise<Visited> => {
      return refusal ? { back: await waits.askAgain(refusal, place.path) } : { branch };
    });
    const [ran, written] = await Promise.allSettled([unlessAborted(visited, signal), begun]);
    if (written.status === "rejected") throw written.reason;
    if (ran.status === "rejected") throw await this.#failureOf(ran.reason, step, run, performance.now() - began);
    await this.#noteObserved(run);
    return ran.value;
  }

  /** Notes what happened during a step that succeeded, and was not asked for. */
  async #noteObserved({ observed, page, redacted }: Run): Promise<void> {
    const settled = observed.settled();
    if (settled) await unlessAborted(settled, this.#stop.signal);
    const sentences = observed.ofStep(page, redacted);
    if (sentences.length > 0) await this.#note(sentenceOf(sentences), false);
  }

  /** Notes the failure of an optional step, or of what it nests; any other error ends the task. */
  async #noteFailure(step: Step, error: unknown): Promise<void> {
    const isOptional = "optional" in step && step.optional;
    if (!isOptional || !(error instanceof Failure)) throw error;
    await this.#note(error.message, true);
  }

  async #note(note: string, hasFailed: boolean): Promise<void> {
    const { taskId, fence } = this.#task;
    const input = { taskId, fence, note, hasFailed };
    await this.#progress.recorded();
    await this.#keepTrying(() => noteStep({ ctx: this.#dependencies.ctx, input }));
  }

  readonly #keepTrying = <T>(action: () => Promise<T>): Promise<T> =>
    keepTrying(action, { signal: this.#stop.signal, clock: this.#dependencies.clock });

  async #record({ steps, maySubmit }: Beginnings): Promise<readonly number[]> {
    const { lost, ctx } = this.#dependencies;
    const { signal } = this.#stop;
    lost.throwIfAborted();
    const { taskId, accountId, fence } = this.#task;
    const write = () => {
      const now = performance.now();
      const begun = steps.map(({ step, path, at, picture }) => ({
        step,
        path: storedPath(path),
        ms: now - at,
        picture,
      }));
      const last = begun.pop() as BegunStep;
      return beginStep({ ctx, input: { ...{ taskId, accountId, fence, maySubmit }, ...last, earlier: begun } });
    };
    // A task that was stopped still says at which step.
    const picturedIds = await (signal.aborted ? write() : this.#keepTrying(write));
    return picturedIds ?? this.#abandon();
  }

  /** Another worker has the task, or it has ended. */
  readonly #abandon = (): never => {
    this.interrupt("abandoned");
    throw this.#stop.signal.reason;
  };

  /** What a step's error means for the task, once it is known that neither the task nor its browser was ended. */
  async #failureOf(error: unknown, step: Step, run: Run, ms: number): Promise<unknown> {
    if (
      error instanceof Interruption ||
      this.#stop.signal.aborted ||
      (isClosed(error) && (await hasDied(this.#browser))) ||
      (error instanceof NeedsFullBrowser && this.#mayChangeEngine)
    )
      return error;
    // A shorter step was not held up by a frozen browser.
    if (run.timeLeft() <= 1) await this.#askBrowser();
    const [matches] = await Promise.all([
      matchesOf(step, run),
      unlessAborted(this.#pictures.take(run, this.#place), this.#stop.signal).catch(() => {}),
      run.observed.settled(),
    ]);
    return stepFailure(error, { step, run, place: this.#place, ms, matches });
  }

  /** A browser that is frozen, with all its pages, is lost. No page can cause this state. */
  async #askBrowser(): Promise<void> {
    const answers = this.#browser?.answers() ?? Promise.resolve(true);
    if (!(await unlessAborted(answers, this.#stop.signal).catch(() => true))) this.interrupt("browser lost");
  }
}

interface StepDependencies {
  session: BrowserLease;
  found: Found;
  secrets: Secrets;
  refusals: Refusals;
  waits: Waits;
}
