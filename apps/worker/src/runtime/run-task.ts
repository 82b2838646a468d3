import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "@gatepost/contract/engines";
import { type AskAgainStep, type Step, type StepOf, timeoutOf } from "@gatepost/contract/steps";
import type { ServiceClock } from "@gatepost/domain/clock/service-clock";
import { logFault } from "@gatepost/domain/log";
import type { WorkerContext } from "@gatepost/domain/permission";
import { type BegunStep, beginStep } from "@gatepost/domain/task/begin-step";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import type { Solution } from "@gatepost/domain/task/solution";
import type { BrowserLease } from "../browser/browser-pool.ts";
import type { Browsers } from "../browser/browsers.ts";
import { isClosed } from "../browser/playwright-reason.ts";
import { collectSolution } from "../browser/solution.ts";
import { textOf } from "../steps/parameter.ts";
import { Refusals } from "../steps/refusals.ts";
import { Found, makeRun, type Run, type Secrets } from "../steps/run.ts";
import { maySubmit, runStep } from "../steps/steps.ts";
import { unlessAborted, within } from "./abort.ts";
import { awaitValue } from "./await-value.ts";
import { endings, type Place, withSought } from "./describe.ts";
import { type Cause, Failure, Interruption, NeedsFullBrowser } from "./failure.ts";
import { hasDied } from "./has-died.ts";
import { keepTrying } from "./keep-trying.ts";
import type { NotificationHub } from "./notification-hub.ts";
import { type Beginnings, Progress } from "./progress.ts";
import { reopenWait } from "./reopen-wait.ts";
import type { Slot } from "./slot.ts";
import { stepFailure } from "./step-failure.ts";
import { type Ending, type Outcome, outcomeOf, settle } from "./task-end.ts";
import { TimelinePictures } from "./timeline-pictures.ts";

/** Added to a step's time, so that Playwright can report in its words what it waited for. */
const graceMs = 500;
const collectMs = 15_000;
/** For a picture when the task's time is already over. */
const lastPictureMs = 2_000;
/** Nobody needs a picture for a value that comes sooner. */
const unseenMs = 250;

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
  readonly #progress = new Progress((beginnings) => this.#record(beginnings));
  readonly #pictures: TimelinePictures;
  #maySubmit = false;
  #waiting = false;
  /** How long each further wait for a variable may take, if the template says so. */
  readonly #waitSeconds = new Map<string, number>();
  /** The step after the current one. */
  #next = 0;
  #place: Place = { number: 0, type: "OPEN_PAGE" };
  #browser: BrowserLease | undefined;
  /** The current step. */
  #run: Run | undefined;
  readonly #began = performance.now();

  constructor(task: ClaimedTask, dependencies: TaskDependencies) {
    this.taskId = task.taskId;
    this.#task = task;
    this.#dependencies = dependencies;
    this.#pictures = new TimelinePictures(dependencies.ctx, task, () => this.#progress.recorded());
    this.#values = new Map(Object.entries(task.given).filter(([name]) => !task.late.includes(name)));
    this.done = this.#live();
  }

  /** Whether the task may have submitted something, so that it cannot be run again. */
  get maySubmit(): boolean {
    return this.#maySubmit;
  }

  /** Whether it waits for a value that has not been pushed. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** Whether it was stopped and is ending. */
  get interrupted(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Stops the task if its time is over. */
  observe(tick: number): void {
    if (tick >= this.#task.deadlineTick) this.interrupt("time limit");
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
    if (this.#run && this.#overTime) await this.#pictures.take(this.#run, this.#place.number, lastPictureMs);
    try {
      // Nothing can be written beside a task that has ended.
      const recorded = this.#progress.recorded().catch(() => {});
      const written = recorded.then(() => this.#pictures.written());
      const settling = written.then(() => settle(outcome, this.#ending, this.#dependencies));
      await Promise.all([this.#browser?.close(), settling]);
    } catch (error) {
      if (!this.#dependencies.lost.aborted) logFault("task not ended", error, { taskId: this.taskId });
    } finally {
      slot.release();
      // Removes our listeners from the browser's signal, which outlives the task.
      this.interrupt("abandoned");
    }
  }

  /** Runs the task again in the full browser if the headless shell cannot do what a page needs. */
  async #runAll(): Promise<Outcome> {
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
    const taking = this.#dependencies.browsers.take(engine);
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

    const found = new Found();
    const secrets: Secrets = { texts: new Set(), fields: [] };
    const refusals = new Refusals();
    const website: Step = { type: "OPEN_PAGE", url: { permanent: this.#task.websiteUrl } };
    const steps = [website, ...this.#task.steps];
    for (this.#next = 0; this.#next < steps.length; ) {
      const step = steps[this.#next] as Step;
      this.#place = { number: this.#next, type: step.type };
      this.#next++;
      await this.#runStep(step, { session: lease, found, secrets, refusals });
    }
    const late = () =>
      new Failure("After the last step the page did not answer when its cookies and storage were read.");
    const collecting = collectSolution(lease, found, this.#task.domainsOfInterest);
    const collected = unlessAborted(within<Solution>(collecting, collectMs, late), signal);
    await collected.catch(() => this.#askBrowser());
    return { ready: await collected };
  }

  /** A step that may submit something begins once that is recorded, and so does a wait, which others see. */
  async #runStep(step: Step, dependencies: StepDependencies): Promise<void> {
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const submits = maySubmit(step, this.#task.late);
    if (submits) this.#maySubmit = true;
    const { number } = this.#place;
    const begun = number === 0 ? Promise.resolve() : this.#progress.begin(number, submits);
    if (submits || step.type === "WAIT_FOR_VARIABLE_VALUE") await this.#progress.recorded();

    const began = performance.now();
    const stepMs = timeoutOf(step) * 1_000;
    let refusal: AskAgainStep | undefined;
    const run: Run = makeRun({
      ...dependencies,
      values: this.#values,
      userInfo: this.#task.userInfo,
      late: this.#task.late,
      egress: this.#dependencies.ctx.settings.egress,
      deadline: began + stepMs,
      signal,
      awaitValue: (wait) => this.#awaitValue(wait, dependencies, run),
      askAgain: (step) => {
        refusal = step;
      },
      keepPicture: (picture) => this.#pictures.keep(picture, number),
    });
    this.#run = run;
    const running = runStep(step, run);
    const late = () => new Failure(withSought(step, run, "the page did not answer"));
    // A wait has its own deadline, by the service's clock.
    const limited = step.type === "WAIT_FOR_VARIABLE_VALUE" ? running : within(running, stepMs + graceMs, late);
    // The page's time is over by then, however long the database takes.
    const asked = limited.then(() => refusal && this.#askAgain(refusal));
    const [ran, written] = await Promise.allSettled([unlessAborted(asked, signal), begun]);
    if (written.status === "rejected") throw written.reason;
    if (ran.status === "rejected") throw await this.#failureOf(ran.reason, step, run, performance.now() - began);
  }

  readonly #keepTrying = <T>(action: () => Promise<T>): Promise<T> =>
    keepTrying(action, { signal: this.#stop.signal, clock: this.#dependencies.clock });

  async #record({ steps, maySubmit }: Beginnings): Promise<void> {
    const { lost, ctx } = this.#dependencies;
    const { signal } = this.#stop;
    lost.throwIfAborted();
    const { taskId, fence } = this.#task;
    const write = () => {
      const now = performance.now();
      const begun = steps.map(({ step, at }) => ({ step, ms: now - at }));
      const last = begun.pop() as BegunStep;
      return beginStep({ ctx, input: { ...{ taskId, fence, maySubmit }, ...last, earlier: begun } });
    };
    // A task that was stopped still says at which step.
    const ours = await (signal.aborted ? write() : this.#keepTrying(write));
    if (ours) return;
    this.interrupt("abandoned");
    this.#stop.signal.throwIfAborted();
  }

  async #awaitValue(
    step: StepOf<"WAIT_FOR_VARIABLE_VALUE">,
    { session, secrets }: StepDependencies,
    run: Run,
  ): Promise<void> {
    const { ctx, slot, notifications, clock } = this.#dependencies;
    const { signal } = this.#stop;
    const name = step.name.permanent;
    if (!this.#task.late.includes(name)) return;
    const timeoutSeconds = this.#waitSeconds.get(name) ?? timeoutOf(step);
    const came = new AbortController();
    let pictured: Promise<void> | undefined;
    const value = await awaitValue({
      ...{ ctx, task: this.#task, step, timeoutSeconds, notifications, clock, signal },
      tooLate: endings.noValue(this.#place, name, timeoutSeconds),
      onWait: () => {
        this.#waiting = true;
        slot.suspend();
        session.suspend(true);
        // For the person who is asked.
        pictured = sleep(unseenMs, undefined, { signal: AbortSignal.any([came.signal, signal]) }).then(
          () => this.#pictures.take(run, this.#place.number),
          () => {},
        );
      },
    });
    this.#waiting = false;
    came.abort();
    // A picture under way does not know this value, which the next step may type.
    await pictured;
    this.#values.set(name, value);
    secrets.texts.add(textOf({ variable: name }, this.#values));
    await slot.resume(signal);
    session.suspend(false);
  }

  /** Back to the wait: the steps after it run again, with the next value, in the same session. */
  async #askAgain(step: AskAgainStep): Promise<void> {
    const { ctx } = this.#dependencies;
    const { number } = this.#place;
    const wait = await reopenWait(step, { ctx, task: this.#task, number, keepTrying: this.#keepTrying });
    if (wait === "gone") this.interrupt("abandoned");
    this.#stop.signal.throwIfAborted();
    if (wait !== "gone") this.#next = wait;
    if (step.waitTimeout) this.#waitSeconds.set(step.name.permanent, step.waitTimeout.permanent);
  }

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
    await unlessAborted(this.#pictures.take(run, this.#place.number), this.#stop.signal).catch(() => {});
    return stepFailure(error, { step, run, place: this.#place, ms });
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
}
