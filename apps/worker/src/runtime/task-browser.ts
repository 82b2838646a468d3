import type { Engine } from "@gatepost/contract/browser-settings";
import { readSession, saveSession, type TaskOfSession } from "@gatepost/domain/accounts/sessions";
import { logFault } from "@gatepost/domain/platform/log";
import { unlessAborted, within } from "@gatepost/domain/platform/signal";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import type { BrowserContext } from "playwright";
import type { BrowserLease } from "../browser/browser-pool.ts";
import type { Browsers } from "../browser/browsers.ts";
import { Failure } from "../browser/failure.ts";
import { isClosed } from "../browser/playwright-reason.ts";
import type { TaskContext } from "./task-control.ts";

interface TaskBrowserOptions extends TaskContext {
  browsers: Browsers;
}

/** The browser of a running task, with the cookies and storage of the task's session. Interrupts the task if it is lost. */
export class TaskBrowser {
  readonly #options: TaskBrowserOptions;
  /** Undefined for a task without a session. */
  readonly #session: TaskOfSession | undefined;
  #lease: BrowserLease | undefined;

  constructor(options: TaskBrowserOptions) {
    this.#options = options;
    const { sessionId, taskId, accountId, fence } = options.task;
    if (sessionId !== null) this.#session = { sessionId, taskId, accountId, fence };
  }

  /** Takes a place in a browser, and loads what the previous task of the session has saved. */
  async open(engine: Engine | undefined): Promise<BrowserLease> {
    const { browsers, task, control } = this.#options;
    const { accountId, context } = task;
    const taking = browsers.take({ engine, accountId, context });
    const lease = await unlessAborted(taking, control.signal).catch((error) => {
      taking.then((late) => late.close()).catch(() => {});
      throw error;
    });
    this.takeOver(lease);
    await this.#loadState(lease);
    return lease;
  }

  /** Goes on with the browser in which the process before this one has left the task. */
  takeOver(lease: BrowserLease): void {
    const { task, control } = this.#options;
    const { signal } = control;
    this.#lease = lease;
    lease.proxySession.tenant = task.accountId;
    // If only the time is over, the browser stays open for a last picture.
    signal.addEventListener("abort", () => control.overTime || lease.close());
    lease.gone.addEventListener("abort", () => this.#lease === lease && control.interrupt("browser lost"), { signal });
    if (lease.gone.aborted) control.interrupt("browser lost");
  }

  async #loadState({ context }: BrowserLease): Promise<void> {
    const { ctx, control } = this.#options;
    const input = this.#session;
    if (!input) return;
    const state = await control.keepTrying(() => readSession({ ctx, input }));
    if (state === undefined) return;
    const loading = context.setStorageState(state as StorageState).catch((error) => {
      if (isClosed(error)) throw error;
      throw new Failure("The browser refused the cookies and storage of the task's session. Delete the session.");
    });
    const late = () => new Failure("The browser did not take the cookies and storage of the task's session in time.");
    await unlessAborted(within(loading, storageMs, late), control.signal);
  }

  /**
   * Saves cookies and storage for the next task of the session. If they cannot be read, the session keeps what it had and records
   * why. A task whose lease was lost can write nothing.
   */
  async saveState(): Promise<void> {
    await this.#options.control.keepTrying(() => this.#save());
  }

  async #save(): Promise<void> {
    const [session, context] = [this.#session, this.#lease?.context];
    if (!session || !context) return;
    const state = await stateOf(context, session.taskId).catch(() => undefined);
    const outcome = state ? { state } : { problem: "Its cookies and storage could not be read from the browser." };
    await saveSession({ ctx: this.#options.ctx, input: { ...session, outcome } });
  }

  /** Saves cookies and storage of a task that has failed, if its template asks for it and its browser is still there. */
  async saveStateOfFailed(): Promise<void> {
    const { task, lost } = this.#options;
    if (!task.keepSession || lost.aborted) return;
    await this.#save().catch((error) => logFault("session not saved", error, { taskId: task.taskId }));
  }

  /** Whether it has ended, or ends within half a second. */
  async hasDied(): Promise<boolean> {
    const gone = this.#lease?.gone;
    if (!gone || gone.aborted) return true;
    const closed = new Promise<true>((resolve) => gone.addEventListener("abort", () => resolve(true), { once: true }));
    return within(closed, goneMs, () => new Error("lives")).catch(() => false);
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

/** When a browser crashes, its pipe closes a moment after the calls to it have failed. */
const goneMs = 500;

/** Reading and writing the storage of a site takes some 100 ms; a page cannot hold it up. */
const storageMs = 15_000;

type StorageState = Exclude<Parameters<BrowserContext["setStorageState"]>[0], string>;

async function stateOf(context: BrowserContext, taskId: number): Promise<StorageState> {
  const late = () => new Error("The session's storage was not read in time.");
  const read = (indexedDB: boolean) => within(context.storageState({ indexedDB }), storageMs, late);
  // A site's IndexedDB can hold values that are not JSON, such as keys.
  return read(true).catch((error) => {
    logFault("session saved without IndexedDB", error, { taskId });
    return read(false);
  });
}

/** Gives the browser the cookies of the task. Failure if it refuses one. */
export async function addCookies(context: BrowserContext, cookies: NonNullable<ClaimedTask["cookies"]>): Promise<void> {
  if (cookies.length === 0) return;
  await context.addCookies(cookies).catch((error) => {
    if (isClosed(error)) throw error;
    throw new Failure("The browser refused a cookie of task.cookies. Check domain, path, secure and sameSite of each.");
  });
}
