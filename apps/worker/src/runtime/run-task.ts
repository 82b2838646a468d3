import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "@gatepost/contract/browser-settings";
import { readSecrets } from "@gatepost/domain/accounts/read-stored-secrets";
import type { WorkerContext } from "@gatepost/domain/platform/context";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { logFault } from "@gatepost/domain/platform/log";
import { traced } from "@gatepost/domain/platform/observations";
import { unlessAborted } from "@gatepost/domain/platform/signal";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import { continueTask } from "@gatepost/domain/tasks/continue-task";
import { fileNames, readNames, secretNames } from "@gatepost/domain/templates/requirements";
import type { Browsers } from "../browser/browsers.ts";
import { NeedsFullBrowser } from "../browser/failure.ts";
import { isClosed } from "../browser/playwright-reason.ts";
import type { Launcher } from "../launcher.ts";
import { type ActedElements, watchActedElements } from "../live/acted-elements.ts";
import type { Continuation } from "../live/authoring.ts";
import { Handover } from "../live/handover.ts";
import { LivePage } from "../live/live-page.ts";
import type { StoredSecrets } from "../steps/typed-values.ts";
import type { NotificationHub } from "./notification-hub.ts";
import { laterPlaces, visitInWords } from "./progress.ts";
import type { Slot } from "./slots.ts";
import { StepRunner, type StepsContext } from "./step-runner.ts";
import { noteTakeOvers } from "./take-over.ts";
import { addCookies, TaskBrowser } from "./task-browser.ts";
import { TaskControl, timeLimit } from "./task-control.ts";
import {
  completed,
  describeInterrupted,
  describeWait,
  type Ending,
  type Outcome,
  outcomeOf,
  settle,
  TaskRecord,
} from "./task-record.ts";
import { type LeftTask, type SavingTask, savingTask, TaskSession } from "./task-session.ts";
import { type TimelinePictures, timelinePictures } from "./timeline-pictures.ts";

/** How long to wait for the task's end to be written before its browser context is closed anyway. */
const closeAfterMs = 250;

export interface TaskDependencies {
  ctx: WorkerContext;
  browsers: Browsers;
  notifications: NotificationHub;
  slot: Slot;
  clock: Pick<ServiceClock, "next">;
  /** How many tasks of the worker somebody watches. */
  watched(): number;
  /** Aborted when the worker's lease is lost; nothing is written afterwards. */
  lost: AbortSignal;
  launcher?: Launcher | undefined;
}

/** A claimed task, from a fresh browser context to its end. */
export class RunningTask {
  readonly taskId: number;
  /** Resolves when this worker has released the task and its slot. Never rejects. */
  readonly done: Promise<void>;
  readonly #task: ClaimedTask;
  readonly control: TaskControl;
  readonly #context: TaskDependencies & StepsContext & { reads: Set<string> };
  #stored: StoredSecrets = new Map();
  readonly record: TaskRecord;
  readonly #pictures: TimelinePictures;
  readonly #steps: StepRunner;
  readonly #browser: TaskBrowser;
  #session: TaskSession | undefined;
  readonly timeLimit: ReturnType<typeof timeLimit>;
  readonly #handover: Handover;
  /** The elements on which people act in the browser that it now runs in. */
  #acted: ActedElements | undefined;
  /** What people see who watch it. */
  readonly live: LivePage;
  readonly #began = performance.now();
  /** What the process before this one has left of it. */
  readonly #left: LeftTask | undefined;
  readonly #saving: SavingTask;

  constructor(task: ClaimedTask, dependencies: TaskDependencies, left?: LeftTask) {
    this.#left = left;
    this.#saving = savingTask(dependencies.launcher, task.taskId, left !== undefined);
    this.taskId = task.taskId;
    this.#task = task;
    this.control = new TaskControl(dependencies.clock);
    const common = { ...dependencies, task, control: this.control };
    this.#browser = new TaskBrowser(common);
    this.record = new TaskRecord(common);
    this.#pictures = timelinePictures(dependencies.ctx, task, this.record.progress, left?.screenshots);
    const given = Object.entries(task.given).filter(([name]) => !task.late.includes(name));
    const takeOvers = noteTakeOvers({
      ...common,
      record: this.record,
      onTaken: async () => {
        this.#steps.maySubmit = true;
        await this.#saving.forget();
      },
      acted: () => this.#acted,
      settled: () => this.live.settled(),
      redacted: (text) => this.#steps.current?.run.redacted(text) ?? text,
    });
    this.#handover = new Handover({
      taskId: task.taskId,
      taken: takeOvers.begin,
      back: async (person, at) => {
        await takeOvers.end(person, at);
        if (at === "again") await this.#session?.waits.save?.();
      },
    });
    this.#context = {
      ...common,
      record: this.record,
      pictures: this.#pictures,
      handover: this.#handover,
      values: new Map(left ? (parseExactJson(left.values) as [string, unknown][]) : given),
      reads: readNames(task.steps),
    };
    this.#steps = new StepRunner({
      ...this.#context,
      stored: () => this.#stored,
      whileHidden: (typing) => this.live.whileHidden(typing),
      isOver: (error) => this.#isOver(error),
      askBrowser: () => this.#browser.requireAnswer(),
    });
    if (left) this.#steps.maySubmit = left.maySubmit;
    this.timeLimit = timeLimit({
      ...common,
      waitsAt: () => (this.waiting ? this.#steps.visit : undefined),
      reported: async (description) => {
        await this.#browser.saveStateOfFailed();
        return describeWait(description, this.#steps.current, this.#pictures);
      },
      recorded: () => this.record.progress.recorded(),
    });
    this.live = new LivePage({
      taskId: task.taskId,
      place: () => visitInWords(this.#steps.visit),
      later: () => laterPlaces(task.steps, this.#steps.visit),
      secondsLeft: this.timeLimit.secondsLeft,
      handover: this.#handover,
      watched: dependencies.watched,
    });
    const { taskId, websiteUrl } = task;
    this.done = traced("task", { taskId, host: URL.parse(websiteUrl)?.hostname ?? "" }, () => this.#live());
  }

  /** Whether it waits for a value, or asks the database for it. */
  get waiting(): boolean {
    return this.#session?.waits.waiting ?? false;
  }

  /** Whether it must go on in its session of the browser: another one would ask again for a value, or submit something twice. */
  get belongsToSession(): boolean {
    return this.#steps.maySubmit || (this.#session?.waits.hasAsked ?? false);
  }

  /** Whether it was stopped and is ending. */
  get interrupted(): boolean {
    return this.control.signal.aborted;
  }

  get #ending(): Ending {
    return { task: this.#task, visit: this.#steps.visit, began: this.#began, maySubmit: this.#steps.maySubmit };
  }

  #outcomeOf(error: unknown): Outcome {
    const { signal } = this.control;
    return outcomeOf(signal.aborted ? signal.reason : error, this.#ending);
  }

  async #live(): Promise<void> {
    const { signal } = this.control;
    // A task that was stopped may run again elsewhere.
    signal.addEventListener("abort", () => this.live.close(this.control.overTime ? "over" : "moved"));
    const outcome = await this.#runAll()
      .catch((error) => this.#outcomeOf(error))
      .then((outcome) => this.#keptOpen(outcome));
    this.live.close(typeof outcome === "object" ? "over" : "moved");
    const { overTime } = this.control;
    const described = this.interrupted
      ? await describeInterrupted(outcome, this.#steps.current, this.#pictures, overTime)
      : outcome;
    if (typeof outcome === "object" && "failed" in outcome) await this.#browser.saveStateOfFailed();
    try {
      // Wait for the pictures first, because none can be stored once the task has ended.
      const settling = this.#pictures.written().then(async (screenshotSteps) => {
        const whole = await completed(described, screenshotSteps, this.#steps.current, this.#pictures);
        await settle(whole, this.#ending, { ...this.#context, progress: this.record.progress });
      });
      // A caller may be waiting for the result, and closing the browser takes CPU from the processes that write it. The time
      // limit closes the browser while the database is unavailable.
      await Promise.race([settling, sleep(closeAfterMs, undefined, { ref: false })]).catch(() => {});
      await Promise.all([this.#browser.close(), settling]);
    } catch (error) {
      if (!this.#context.lost.aborted) logFault("task not ended", error, { taskId: this.taskId });
    } finally {
      this.#context.slot.release();
      void this.#saving.forget();
      // Removes our listeners from the browser's signal, which outlives the task.
      this.control.interrupt("abandoned");
    }
  }

  /**
   * Keeps the page open for the author of a draft, who looks at what its steps have done, and may have edited ones run on it. The
   * outcome is that of the steps that ran last.
   */
  async #keptOpen(first: Outcome): Promise<Outcome> {
    let outcome = first;
    while (typeof outcome === "object" && !this.interrupted && this.#task.keepsOpen) {
      const kept = this.live.authoring.keptOpen(this.control.signal);
      // Otherwise the step would look as if it went on.
      const noted = "failed" in outcome ? this.record.note(outcome.failed.description, true) : undefined;
      const [asked] = await Promise.allSettled([kept, noted]);
      if (asked.status === "rejected" || !asked.value) break;
      outcome = await this.#continue(asked.value, outcome).catch((error) => this.#outcomeOf(error));
    }
    return outcome;
  }

  /** Runs steps of an edited draft on the page. Returns the outcome; that of the steps before if these may not run. */
  async #continue({ draft, at, refuse }: Continuation, before: Outcome): Promise<Outcome> {
    if (!this.#session) return before;
    const { ctx, values, reads } = this.#context;
    const input = { task: this.#task, draft, at, values };
    await this.record.progress.recorded();
    const found = await this.control.keepTrying(() => continueTask({ ctx, input }));
    if (found === "gone") return this.control.abandon();
    if ("problem" in found) {
      refuse(found.problem);
      return before;
    }
    this.#task.steps = found.steps;
    // To start over would not be what its author asked for.
    this.#steps.maySubmit = true;
    reads.clear();
    for (const name of readNames(found.steps)) reads.add(name);
    await this.#readStored();
    this.#session.waits.asked.continues();
    return this.#session.runFrom(found.start);
  }

  /** Runs the task again in the full browser if the headless shell cannot do what a page needs. */
  async #runAll(): Promise<Outcome> {
    // First, because from then on it is closed whatever happens.
    if (this.#left) this.#browser.takeOver(this.#left.lease);
    await this.#readStored();
    try {
      return await this.#runIn(this.#task.engine, this.#left);
    } catch (error) {
      if (!(error instanceof NeedsFullBrowser) || !this.#mayChangeEngine) throw error;
      this.live.use(undefined);
      await this.#browser.close();
      return this.#runIn("full");
    }
  }

  /** Whether no engine was requested, and neither the site nor a person would notice that the task starts over. */
  get #mayChangeEngine(): boolean {
    const { browsers, values } = this.#context;
    const untouched = !this.#steps.maySubmit && this.#task.late.every((name) => !values.has(name));
    return this.#task.engine === undefined && browsers.has("full") && untouched;
  }

  async #runIn(engine: Engine | undefined, left?: LeftTask): Promise<Outcome> {
    const task = this.#task;
    const lease = left ? left.lease : await this.#browser.open(engine);
    if (!left) {
      await unlessAborted(addCookies(lease.context, task.cookies ?? []), this.control.signal);
      this.#pictures.beginAgain();
    }
    const storedTexts = () => [...this.#stored.values()].map(({ value }) => value);
    const options = { ...this.#context, browser: this.#browser, steps: this.#steps, saving: this.#saving, storedTexts };
    this.#session = new TaskSession(lease, options, left);
    const { secrets, results } = this.#session;
    this.#acted = watchActedElements(lease.context, secrets);
    this.live.use({ session: lease, secrets, files: { names: () => fileNames(task.steps), results } });
    return this.#session.run();
  }

  async #readStored(): Promise<void> {
    const { accountId, steps } = this.#task;
    const names = secretNames(steps);
    if (names.length === 0) return;
    const { ctx } = this.#context;
    this.#stored = await this.control.keepTrying(() => readSecrets({ ctx, input: { accountId, names } }));
  }

  /** Whether an error of a step means that the task or its browser has ended, or that the task starts over. */
  async #isOver(error: unknown): Promise<boolean> {
    return (
      (isClosed(error) && (await this.#browser.hasDied())) ||
      (error instanceof NeedsFullBrowser && this.#mayChangeEngine)
    );
  }
}
