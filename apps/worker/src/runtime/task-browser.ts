import type { Engine } from "@gatepost/contract/engines";
import { logFault } from "@gatepost/domain/log";
import type { WorkerContext } from "@gatepost/domain/permission";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import type { BrowserLease } from "../browser/browser-pool.ts";
import type { Browsers } from "../browser/browsers.ts";
import { unlessAborted } from "./abort.ts";
import { BrowserState } from "./browser-state.ts";
import { hasDied } from "./has-died.ts";
import type { TaskControl } from "./task-control.ts";

interface TaskBrowserOptions {
  ctx: WorkerContext;
  task: ClaimedTask;
  browsers: Browsers;
  control: TaskControl;
  /** Aborted when the worker's lease is lost; nothing is written afterwards. */
  lost: AbortSignal;
}

/** The browser of a running task, with the cookies and storage of the task's session. Interrupts the task if it is lost. */
export class TaskBrowser {
  readonly #options: TaskBrowserOptions;
  #lease: BrowserLease | undefined;
  #state: BrowserState | undefined;

  constructor(options: TaskBrowserOptions) {
    this.#options = options;
  }

  /** Takes a place in a browser, and loads what the previous task of the session has saved. */
  async open(engine: Engine | undefined): Promise<BrowserLease> {
    const { browsers, task, control } = this.#options;
    const { signal } = control;
    const { accountId, context } = task;
    const taking = browsers.take({ engine, accountId, context });
    const lease = await unlessAborted(taking, signal).catch((error) => {
      taking.then((late) => late.close()).catch(() => {});
      throw error;
    });
    this.#lease = lease;
    lease.proxySession.tenant = accountId;
    // If only the time is over, the browser stays open for a last picture.
    signal.addEventListener("abort", () => control.overTime || lease.close());
    lease.gone.addEventListener("abort", () => this.#lease === lease && control.interrupt("browser lost"), { signal });
    if (lease.gone.aborted) control.interrupt("browser lost");
    await this.#loadState(lease);
    return lease;
  }

  async #loadState({ context }: BrowserLease): Promise<void> {
    const { ctx, task, control } = this.#options;
    const state = BrowserState.of(ctx, task);
    this.#state = state;
    if (!state) return;
    const found = await control.keepTrying(() => state.read());
    await unlessAborted(state.load(context, found), control.signal);
  }

  /** Saves cookies and storage for the next task of the session. A task whose lease was lost can write nothing. */
  async saveState(): Promise<void> {
    const [state, context] = [this.#state, this.#lease?.context];
    if (state && context) await this.#options.control.keepTrying(() => state.save(context));
  }

  /** The same of a task that has failed, if its template asks for it and its browser is still there. */
  async saveStateOfFailed(): Promise<void> {
    const { task, lost } = this.#options;
    const context = this.#lease?.context;
    if (!task.keepSession || !context || lost.aborted) return;
    await this.#state?.save(context).catch((error) => logFault("session not saved", error, { taskId: task.taskId }));
  }

  /** Whether it has ended, or ends within half a second. */
  hasDied(): Promise<boolean> {
    return hasDied(this.#lease);
  }

  /** Interrupts the task if the browser is frozen, with all its pages. No page can cause this state. */
  async requireAnswer(): Promise<void> {
    const { control } = this.#options;
    const answers = this.#lease?.answers() ?? Promise.resolve(true);
    if (!(await unlessAborted(answers, control.signal).catch(() => true))) control.interrupt("browser lost");
  }

  async close(): Promise<void> {
    await this.#lease?.close();
  }
}
