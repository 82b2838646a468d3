import { type CallOptions, call, either, GatepostError, type GatepostOptions, pause } from "./call.ts";
import { afterLoss, createTaskProperties, type MethodName, type Requests, type Responses } from "./methods.ts";

/** A function for each method of /docs: resolves with the success body, rejects with GatepostError. */
export type Methods = {
  [Name in MethodName]: (
    // Nothing, and not `object`, which has no index signature, as the package's types of a request without properties do.
    ...given: Record<never, never> extends Requests[Name]
      ? [request?: Requests[Name], options?: CallOptions]
      : [request: Requests[Name], options?: CallOptions]
  ) => Promise<Responses[Name]>;
};

export type TaskResult = Responses["getTaskResult"];

/** How a task stands that has not ended. */
export type Processing = Extract<TaskResult, { status: "processing" }>;

/** A task that succeeded, with its solution. */
export type Ready = Extract<TaskResult, { status: "ready" }>;

/** A value that a task waits for, with what the template asks. */
export type Wait = Processing["waiting"][number];

export interface Asking {
  taskId: number;
  /** Of the result with the wait. */
  version: string;
  /** Aborted once the wait is over. */
  signal: AbortSignal;
}

type OnWait = (wait: Wait, asking: Asking) => unknown;

export interface WatchOptions {
  /**
   * Called once for each wait. A value is pushed, and `{ decline: "reason" }` ends the task; undefined leaves the wait to others.
   * If it throws, the call rejects with that, and the task goes on.
   */
  onWait?: OnWait | undefined;
  /** Called with each answer before the end. */
  onProgress?: ((result: Processing) => void) | undefined;
  /** Seconds for which the service may hold an answer while nothing changes; also how old the progress may get. 50 by default. */
  waitSeconds?: number | undefined;
  /** Gives up; the task goes on. */
  signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  retrySeconds?: number | undefined;
}

type CreateTask = Requests["createTask"];

/** Those that have a name: the service ignores others. */
type OwnProperties<Task> = {
  [Name in keyof Task as string extends Name
    ? never
    : Name extends number | "type" | "template" | "templateName"
      ? never
      : Name]: Task[Name];
};

/** The properties of createTask and of its `task`, side by side, and how to watch the task. */
export type RunOptions = Omit<CreateTask, "task"> &
  OwnProperties<CreateTask["task"]> &
  WatchOptions & {
    /** A template's name, or its document, to run it without saving it. */
    template: string | Record<string, unknown>;
    /** A second `run` with the same key within a day continues the first one's task. */
    idempotencyKey?: string | undefined;
    /** Whether aborting `signal` also cancels the task. */
    cancelOnAbort?: boolean | undefined;
  };

/** Between answers that the service did not hold, because it is shutting down or was not asked to. */
const unheldPauseMs = 500;

/** Somebody else answered first, the wait is over, or the task ended: its result tells. */
const overtaken = ["ERROR_VARIABLE_ALREADY_SET", "ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED"];

/** The methods are defined below: they follow from the contract. */
const WithMethods = class {} as unknown as new () => Methods;

/** A client of one account of a Gatepost installation. */
export class Gatepost extends WithMethods {
  readonly #options: GatepostOptions;

  constructor(options: GatepostOptions) {
    super();
    // fetch would not tell a wrong URL from a failing network, and the call would be repeated.
    const { baseUrl } = options;
    const url = URL.canParse(baseUrl) && new URL(baseUrl);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new TypeError(`The base URL must begin with http:// or https://, and is ${JSON.stringify(baseUrl)}.`);
    if (url.username + url.password) throw new TypeError("The base URL must have no password.");
    this.#options = options;
  }

  static {
    for (const name of Object.keys(afterLoss) as MethodName[])
      Object.defineProperty(Gatepost.prototype, name, {
        value(this: Gatepost, request?: object, options?: CallOptions) {
          return call(this.#options, name, request, options);
        },
      });
  }

  /** Creates a task, follows it to its end, and returns the ready answer. Rejects with GatepostError if the task failed. */
  async run(options: RunOptions): Promise<Ready & { taskId: number }> {
    const { template, onWait, onProgress, waitSeconds, signal, retrySeconds, idempotencyKey, cancelOnAbort, ...given } =
      options;
    const entries = Object.entries(given);
    const request = Object.fromEntries(entries.filter(([name]) => createTaskProperties.includes(name)));
    const task = {
      ...Object.fromEntries(entries.filter(([name]) => !createTaskProperties.includes(name))),
      type: "AntiGateTask",
      ...(typeof template === "string" ? { templateName: template } : { template }),
    } as CreateTask["task"];
    signal?.throwIfAborted();
    const { taskId } = await this.createTask(
      { ...request, task },
      // A creation that is given up may still succeed, and nobody would know which task to cancel.
      { idempotencyKey, retrySeconds, signal: cancelOnAbort ? undefined : signal },
    );
    try {
      const ready = await this.watch(taskId, { onWait, onProgress, waitSeconds, signal, retrySeconds });
      return { taskId, ...ready };
    } catch (error) {
      if (cancelOnAbort && signal?.aborted) await this.#cancel(taskId);
      throw error;
    }
  }

  async #cancel(taskId: number): Promise<void> {
    await this.cancelTask({ taskId }).catch((error) => {
      if (!(error instanceof GatepostError && error.errorCode === "ERROR_TASK_FINISHED")) throw error;
    });
  }

  /** Follows a task to its end, as `run` does. */
  async watch(taskId: number, options: WatchOptions = {}): Promise<Ready> {
    const { onWait, onProgress, waitSeconds = 50, retrySeconds } = options;
    const end = new AbortController();
    const signal = either(end.signal, options.signal);
    const asked = new Map<string, AbortController>();
    const ask = ({ waiting, version }: Processing, onWait: OnWait) => {
      // Of two waits for one name the second may open within the same second. Each has a version of its own.
      const open = new Map(waiting.map((wait) => [`${version} ${wait.name}`, wait]));
      for (const [key, over] of asked) if (!open.has(key)) over.abort();
      for (const [key, wait] of open) {
        if (asked.has(key)) continue;
        const over = new AbortController();
        asked.set(key, over);
        const asking = { taskId, version, signal: either(over.signal, signal) };
        this.#answer(wait, onWait, asking).catch((error) => end.abort(error));
      }
    };

    try {
      let sinceVersion: string | undefined;
      for (;;) {
        const began = performance.now();
        // The first answer comes at once, so that the caller knows where the task stands.
        const held = sinceVersion === undefined ? {} : { waitSeconds, sinceVersion };
        const result = await this.getTaskResult({ taskId, ...held }, { signal, retrySeconds });
        if (result.status === "ready") return result;
        onProgress?.(result);
        if (onWait) ask(result, onWait);
        const heldMs = Math.max(waitSeconds * 1_000 - unheldPauseMs, unheldPauseMs);
        const unheld = result.version === sinceVersion && performance.now() - began < heldMs;
        if (unheld) await pause(unheldPauseMs, signal);
        sinceVersion = result.version;
      }
    } finally {
      end.abort();
    }
  }

  async #answer(wait: Wait, onWait: OnWait, asking: Asking): Promise<void> {
    const { taskId, version, signal } = asking;
    const value = await onWait(wait, asking);
    // What was asked then must not answer what is asked now.
    if (value === undefined || signal.aborted) return;
    const { name } = wait;
    try {
      if (isDecline(value)) await this.declineVariable({ taskId, name, reason: value.decline });
      else await this.pushAntiGateVariable({ taskId, name, value, version });
    } catch (error) {
      if (!(error instanceof GatepostError && overtaken.includes(error.errorCode))) throw error;
    }
  }
}

function isDecline(value: unknown): value is { decline: string } {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return false;
  return "decline" in value && typeof value.decline === "string";
}
