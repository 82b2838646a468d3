import type { WorkerContext } from "@gatepost/domain/permission";
import { readSession, type TaskOfSession } from "@gatepost/domain/session/read-session";
import { saveSession } from "@gatepost/domain/session/save-session";
import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import type { BrowserContext } from "playwright";
import { isClosed } from "../browser/playwright-reason.ts";
import { within } from "./abort.ts";
import { Failure } from "./failure.ts";

/** Reading and writing the storage of a site takes some 100 ms; a page cannot hold it up. */
const storageMs = 15_000;

type StorageState = Exclude<Parameters<BrowserContext["setStorageState"]>[0], string>;

/** The cookies and storage that a task of a session finds and leaves. */
export class BrowserState {
  readonly #ctx: WorkerContext;
  readonly #task: TaskOfSession;

  private constructor(ctx: WorkerContext, task: TaskOfSession) {
    this.#ctx = ctx;
    this.#task = task;
  }

  /** Undefined for a task without a session. */
  static of(ctx: WorkerContext, { sessionId, taskId, accountId, fence }: ClaimedTask): BrowserState | undefined {
    return sessionId === null ? undefined : new BrowserState(ctx, { sessionId, taskId, accountId, fence });
  }

  /** What the previous task saved; undefined if there is nothing. */
  read(): Promise<unknown> {
    return readSession({ ctx: this.#ctx, input: this.#task });
  }

  /** Gives the browser what was read. */
  async load(context: BrowserContext, state: unknown): Promise<void> {
    if (state === undefined) return;
    const late = () => new Failure("The browser did not take the cookies and storage of the task's session in time.");
    const loading = context.setStorageState(state as StorageState).catch((error) => {
      if (isClosed(error)) throw error;
      throw new Failure("The browser refused the cookies and storage of the task's session. Delete the session.");
    });
    await within(loading, storageMs, late);
  }

  /**
   * Saves what the browser has now, for the next task. If it cannot be read, the session keeps what it had and records
   * why.
   */
  async save(context: BrowserContext): Promise<void> {
    const state = await this.#stateOf(context).catch(() => undefined);
    const left = state ? { state } : { problem: "Its cookies and storage could not be read from the browser." };
    await saveSession({ ctx: this.#ctx, input: { ...this.#task, left } });
  }

  async #stateOf(context: BrowserContext): Promise<StorageState> {
    const late = () => new Error("The session's storage was not read in time.");
    const read = (indexedDB: boolean) => within(context.storageState({ indexedDB }), storageMs, late);
    // A site's IndexedDB can hold values that are not JSON, such as keys.
    return read(true).catch(() => read(false));
  }
}
