import { limits } from "@gatepost/contract/limits";
import type { Solution } from "@gatepost/contract/solution";
import type { StepPath } from "@gatepost/contract/step-paths";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { logFault } from "@gatepost/domain/platform/log";
import { unlessAborted, within } from "@gatepost/domain/platform/signal";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import type { BrowserLease, SavedLease } from "../browser/browser-pool.ts";
import { Failure } from "../browser/failure.ts";
import type { Launcher } from "../launcher.ts";
import { markFields } from "../privacy/picture.ts";
import { coverSolution, type Secrets } from "../privacy/redact.ts";
import { Refusals } from "../steps/refusals.ts";
import { Results, type SavedResults } from "../steps/results.ts";
import { collectSolution } from "../steps/solution.ts";
import type { SavedAskedValues } from "./asked-values.ts";
import { noteExhausted } from "./failure-report.ts";
import { openingOf } from "./progress.ts";
import type { LeftStep, StepRunner, StepsContext } from "./step-runner.ts";
import type { TaskBrowser } from "./task-browser.ts";
import type { Outcome } from "./task-record.ts";
import { Waits, type WaitsDependencies } from "./waits.ts";
import { type Visit, walkSteps } from "./walk-steps.ts";

const collectMs = 15_000;
/** Of results that are saved with a wait. */
const maxSavedBytes = 4 * 2 ** 20;

interface TaskSessionOptions extends StepsContext, Pick<WaitsDependencies, "notifications" | "clock"> {
  browser: TaskBrowser;
  steps: StepRunner;
  saving: SavingTask;
  /** The stored secrets that the task may use. */
  storedTexts(): readonly string[];
}

/** A task in one browser session: what it has collected there, its waits, and its steps. */
export class TaskSession {
  readonly results: Results;
  readonly secrets: Secrets;
  readonly waits: Waits;
  readonly #refusals: Refusals;
  readonly #lease: BrowserLease;
  readonly #options: TaskSessionOptions;
  /** The step at which another process has left the task, until it has gone on. */
  #leftStep: LeftStep | undefined;
  readonly #left: LeftTask | undefined;
  /** How many steps it has run, those of repetitions each time. */
  #count = 0;

  constructor(lease: BrowserLease, options: TaskSessionOptions, left?: LeftTask) {
    this.#lease = lease;
    this.#options = options;
    this.#left = left;
    this.#leftStep = left;
    this.results = new Results(left?.results);
    const noSecrets = { texts: new Set<string>(), joined: new Set<string>(), typed: new Set<string>() };
    this.secrets = { ...(left?.secrets ?? noSecrets), fields: [] };
    for (const text of options.storedTexts()) this.secrets.texts.add(text);
    this.#refusals = new Refusals(left?.refusals);
    const { results, secrets } = this;
    const save: WaitsDependencies["save"] = (visit, failed) => this.#save(visit, failed);
    const forget = () => {
      lease.proxySession.savesTunnels = false;
      return options.saving.forget();
    };
    this.waits = new Waits({ ...options, session: lease, results, secrets, save, forget }, left?.asked);
  }

  /** Opens the website and runs the steps, or goes on where another process has left the task. */
  async run(): Promise<Outcome> {
    const left = this.#left;
    if (left) return this.runFrom(left.place.path, left.runs);
    const opened = await this.#run(openingOf(this.#options.task.websiteUrl));
    return this.runFrom("to" in opened ? opened.to : []);
  }

  /** Runs the steps from one of them on; `runs`: in which runs of the repetitions that it is in. */
  async runFrom(start: StepPath, runs?: readonly number[]): Promise<Outcome> {
    const { task, control, browser, record, storedTexts } = this.#options;
    for (const text of storedTexts()) this.secrets.texts.add(text);
    const walker: Parameters<typeof walkSteps>[1] = {
      visit: async (visit) => {
        if (++this.#count > limits.stepsOfTask)
          throw new Failure(`the task has run ${limits.stepsOfTask} steps, the most that a task runs`);
        return this.#run(visit);
      },
      failed: ({ step }, error) => record.noteFailure(step, error),
      exhausted: (visit) => noteExhausted(this.#lease, visit),
    };
    await walkSteps(task.steps, walker, start, runs);
    const collected = unlessAborted(this.#collect(task.domainsOfInterest), control.signal);
    await collected.catch(() => browser.requireAnswer());
    const solution = await collected;
    await browser.saveState();
    return { ready: coverSolution(solution, [...storedTexts()]) };
  }

  #run(visit: Visit) {
    const leftStep = this.#leftStep;
    this.#leftStep = undefined;
    const { secrets, results, waits } = this;
    const dependencies = { session: this.#lease, results, secrets, refusals: this.#refusals, waits };
    return this.#options.steps.run(visit, dependencies, leftStep);
  }

  /** The result of a task whose steps are done. Fails if the page does not provide it in time. */
  #collect(domainsOfInterest: readonly string[]): Promise<Solution> {
    const late = () =>
      new Failure("After the last step the page did not answer when its cookies and storage were read.");
    return within(collectSolution(this.#lease, this.results, domainsOfInterest), collectMs, late);
  }

  /** Saves the wait at this step. What a person does who has the page is not saved; the author of a draft starts it anew. */
  async #save(visit: Visit, failed: Failure | undefined): Promise<void> {
    const { task, handover, saving, control } = this.#options;
    if (handover.person || handover.asking) return;
    // The launcher's memory is for the waits of all.
    if (task.isDraft || task.keepsOpen || this.results.bytes > maxSavedBytes) return;
    this.#lease.proxySession.savesTunnels = true;
    const saved = saving.save(() => this.#describe(visit, failed));
    await saved.catch((error) => {
      if (!control.signal.aborted) logFault("wait not saved", error, { taskId: task.taskId });
    });
  }

  async #describe({ path, runs }: Visit, failed: Failure | undefined): Promise<SavedTask> {
    const { task, values, steps, record, pictures } = this.#options;
    const { given, ...rest } = task;
    const { texts, joined, typed } = this.secrets;
    await markFields(this.secrets);
    const context = steps.current?.context;
    return {
      place: { path },
      runs,
      ...(failed && { failed: { message: failed.message, code: failed.code, context } }),
      task: rest,
      given: JSON.stringify(given),
      values: JSON.stringify([...values]),
      maySubmit: steps.maySubmit,
      begun: record.progress.count,
      session: { ...(await this.#lease.save()), browser: this.#lease.browser },
      secrets: { texts, joined, typed },
      results: this.results,
      refusals: this.#refusals.texts,
      asked: this.waits.asked.saved,
      screenshots: await pictures.written(),
    };
  }
}

/**
 * A task that waits, as it is saved with the launcher: all that the process in this one's place needs to go on with it on the same page.
 * It is never written to disk.
 */
interface SavedTask extends LeftStep {
  /** The step that waits, in the form of 0.2.0: a worker of another version may be the one that goes on. */
  place: Pick<Visit, "path">;
  runs: Visit["runs"];
  task: Omit<ClaimedTask, "given">;
  /** As JSON, which has numbers as they were sent. */
  given: string;
  values: string;
  maySubmit: boolean;
  session: SavedLease;
  secrets: Omit<Secrets, "fields">;
  results: SavedResults;
  /** The texts that showed refusals, by the variable's name. */
  refusals: Map<string, Set<string>>;
  asked: SavedAskedValues;
  /** The steps of the timeline that have the screenshots of the results. */
  screenshots: (number | null)[];
}

/** A saved task with its page. */
export interface LeftTask extends SavedTask {
  lease: BrowserLease;
}

const prefix = "task/";

/** The tasks that the process before this one has saved. */
export function savedTasks(launcher: Launcher | undefined): SavedTask[] {
  return [...(launcher?.savedBelow(prefix).values() ?? [])].map(({ value }) => value as SavedTask);
}

export function claimedTask({ task, given }: SavedTask): ClaimedTask {
  return { ...task, given: parseExactJson(given) as ClaimedTask["given"] };
}

export type SavingTask = ReturnType<typeof savingTask>;

/** Saves one task, as long as it waits. `isSaved`: the process before this one has saved it. */
export function savingTask(launcher: Launcher | undefined, taskId: number, isSaved: boolean) {
  const name = `${prefix}${taskId}`;
  let mayBeSaved = isSaved;
  /** Counts what makes an earlier description useless. */
  let changes = 0;
  return {
    /** Saves what `describe` resolves with, unless it is forgotten before. */
    async save(describe: () => Promise<SavedTask>): Promise<void> {
      if (!launcher) return;
      const change = ++changes;
      const saved = await describe();
      if (change !== changes) return;
      mayBeSaved = true;
      await launcher.save(name, saved);
    },
    /** Resolves when no other process can go on with it. */
    async forget(): Promise<void> {
      changes += 1;
      if (!mayBeSaved) return;
      mayBeSaved = false;
      await launcher?.forget(name);
    },
  };
}
