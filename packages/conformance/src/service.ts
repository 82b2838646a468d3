import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorIds } from "./error-ids.ts";
import { type Answer, type Json, send, sendRaw } from "./http.ts";

/** Why a check cannot be made here. */
export class Missing extends Error {
  override readonly name = "Missing";
}

/** Further keys: what the command line calls each of them, and what it is. */
export const keyOptions = {
  otherKey: ["other-key", "a key of another account, with money for a task"],
  revokedKey: ["revoked-key", "a key that was revoked"],
  suspendedKey: ["suspended-key", "a key of a suspended account"],
  foreignAddressKey: ["foreign-address-key", "a key that works from other IP addresses only"],
  readOnlyKey: ["read-only-key", "a key that may change nothing"],
  poorKey: ["poor-key", "a key of an account without money"],
} as const;

type KeyName = keyof typeof keyOptions;

/** What a run is given. Everything but the first two may be absent: then some checks are skipped, or find it by themselves. */
export interface Options extends Partial<Record<KeyName, string | undefined>> {
  baseUrl: string;
  /** A key with all rights, whose account can pay for some tasks. */
  clientKey: string;
  /** An application of the account of `clientKey`. */
  softId?: number | undefined;
  /** A template that waits for a late variable, that variable, and values for its other ones. */
  template?: string | undefined;
  variable?: string | undefined;
  variables?: Record<string, unknown> | undefined;
  /** A page that workers may open. */
  page?: string | undefined;
  /** Whether checks that need a worker are left out. */
  withoutWorkers?: boolean | undefined;
  /** Seconds for which a task may take to get somewhere. */
  patience?: number | undefined;
}

/** Steps that wait for `code`, show it in the page's address, and wait again, so that the task does not end by itself. */
export const echoSteps = (page: string): Json[] => [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", timeout: 600 },
  { type: "OPEN_PAGE", url: { text: `${page}#{{code}}` } },
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "gate", timeout: 600 },
];

/** A service that is checked: its methods with the key, and what checks make there. */
export class Service {
  readonly options: Options;
  /** Whether it is Gatepost, as its /openapi.json says. */
  readonly gatepost: boolean;
  /** The methods that it has, if it says so. */
  readonly methods: readonly string[] | undefined;
  /** The application of the key's account; undefined: none is known. */
  readonly knownSoftId: number | undefined;
  /** Why no task gets anywhere; undefined: tasks do. */
  readonly noWorker: string | undefined;
  readonly #open = new Map<number, string>();

  private constructor(options: Options, found: Partial<Pick<Service, "methods" | "knownSoftId" | "noWorker">> = {}) {
    this.options = options;
    this.methods = found.methods;
    this.gatepost = found.methods !== undefined;
    this.knownSoftId = options.softId ?? found.knownSoftId;
    this.noWorker = found.noWorker;
  }

  /** Finds out what the service is and has. */
  static async open(options: Options): Promise<Service> {
    const bare = new Service(options);
    const { body } = await bare.get("openapi.json").catch((cause: Error & { cause?: NodeJS.ErrnoException }) => {
      const why = cause.cause?.code ?? cause.cause?.message ?? cause.message;
      throw new Error(`${options.baseUrl} does not respond (${why}): check --base-url.`, { cause });
    });
    if (body?.info?.title !== "Gatepost") return bare;
    const methods = Object.keys(body.paths ?? {}).flatMap((path) => /^\/(\w+)$/.exec(path)?.[1] ?? []);
    const known = new Service(options, { methods });
    const listed = options.softId === undefined ? (await known.call("listTasks", { limit: 100 })).body : undefined;
    let knownSoftId: number | undefined;
    for (const softId of new Set<number | null>((listed?.tasks ?? []).map((one: Json) => one.softId)))
      if (softId && (await known.call("getAppStats", { softId })).body?.errorId === 0) knownSoftId ??= softId;
    return new Service(options, { methods, knownSoftId, noWorker: await known.#findWorker() });
  }

  /** The same service at another address, such as one that is altered on the way. */
  at(baseUrl: string): Service {
    return new Service({ ...this.options, baseUrl }, this);
  }

  async #findWorker(): Promise<string | undefined> {
    if (this.options.withoutWorkers) return "--no-workers";
    const { total } = (await this.call("getQueueStats", { queueId: 25 })).body ?? {};
    if (total === 0) return "no worker runs";
    try {
      await this.until(await this.newTask(), (body) => body.waitingFor?.length > 0 || body.errorId !== 0);
      return undefined;
    } catch (error) {
      return `no task opened ${this.page}: ${(error as Error).message}`;
    } finally {
      await this.tidy();
    }
  }

  get page(): string {
    return this.options.page ?? "https://example.com/";
  }

  get softId(): number {
    if (this.knownSoftId === undefined) throw new Missing("--soft-id: an application of the account");
    return this.knownSoftId;
  }

  key(name: KeyName): string {
    const [option, what] = keyOptions[name];
    return this.options[name] ?? missing(`--${option}: ${what}`);
  }

  url(path: string): string {
    return `${this.options.baseUrl.replace(/\/$/, "")}/${path}`;
  }

  /** The bytes of one request; needs a service that no TLS proxy stands in front of. */
  raw(lines: readonly string[], body?: string, options?: { end?: boolean }): Promise<Answer> {
    if (!this.options.baseUrl.startsWith("http:"))
      throw new Missing("an address with http:, because TLS proxies answer these");
    return sendRaw(this.options.baseUrl, lines, body, options);
  }

  get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
    return send(this.url(path), { method, headers });
  }

  /** POSTs a body as it is. */
  post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
    return send(this.url(path), { method: "POST", body: new Blob([new Uint8Array(Buffer.from(body))]), headers });
  }

  /** The text of a call's body, with the key unless it has one. */
  bodyOf(body: object = {}): string {
    return JSON.stringify({ clientKey: this.options.clientKey, ...body });
  }

  /** Calls a method with the key, unless the body has one. A value of `undefined` leaves a property out. */
  async call(method: string, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    if (this.methods && !this.methods.includes(method))
      throw new Missing(`the method ${method}, which the service lacks`);
    const answer = await this.post(method, this.bodyOf(body), {
      "content-type": "application/json",
      accept: "application/json",
      ...headers,
    });
    const { taskId } = answer.body ?? {};
    const { clientKey = this.options.clientKey } = body;
    if (method === "createTask" && Number.isInteger(taskId)) this.#open.set(taskId, String(clientKey));
    return answer;
  }

  /** Calls a method that must succeed. */
  async succeeds(method: string, body: Record<string, unknown> = {}, headers?: Record<string, string>): Promise<Json> {
    return this.success(await this.call(method, body, headers), `${method} ${shown(body)}`);
  }

  success(answer: Answer, what: string): Json {
    const { status, text, body } = answer;
    assert.equal(body?.errorId, 0, `${what} must succeed; the answer is HTTP ${status}: ${cut(text)}`);
    return body;
  }

  /** Calls a method that must fail with this error, and in the words of this pattern. */
  async fails(method: string, body: Record<string, unknown>, code: string, words?: RegExp | string): Promise<Json> {
    return this.failure(await this.call(method, body), code, words, `${method} ${shown(body)}`);
  }

  failure(answer: Answer, code: string, words?: RegExp | string, what = "the call", status = 200): Json {
    const { status: got, text, body } = answer;
    assert.equal(body?.errorCode, code, `${what} must fail with ${code}; the answer is HTTP ${got}: ${cut(text)}`);
    assert.ok(Number.isInteger(body.errorId) && body.errorId > 0, `errorId must be above 0: ${cut(text)}`);
    const description = body.errorDescription;
    assert.ok(typeof description === "string" && description, `errorDescription is missing: ${cut(text)}`);
    if (this.gatepost) {
      assert.equal(body.errorId, errorIds[code], `the errorId of ${code}`);
      assert.equal(got, status, `the HTTP status of ${code}`);
    }
    if (typeof words === "string")
      assert.ok(description.includes(words), `the description must name ${words}: ${description}`);
    else if (words) assert.match(description, words);
    return body;
  }

  /** The `task` of a task that waits. */
  async task(more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { template, variable = "code", variables = {} } = this.options;
    if (!template && !this.gatepost) throw new Missing("--template: one that waits for a late variable");
    const made = template
      ? { templateName: template, variables: { ...variables, [variable]: waitForIt } }
      : { template: draft(echoSteps(this.page)), variables: both };
    return { type: "AntiGateTask", websiteURL: this.page, ...made, ...more };
  }

  /** The variable for which a task of `task()` waits first. */
  get variable(): string {
    return this.options.variable ?? "code";
  }

  async newTask(more: Record<string, unknown> = {}, others: Record<string, unknown> = {}): Promise<number> {
    return (await this.succeeds("createTask", { task: await this.task(more), ...others })).taskId;
  }

  /** Tries createTask of a draft with these steps and variables. */
  async create(steps: readonly Json[], variables?: unknown, more: object = {}): Promise<Answer> {
    const task = await this.task({ templateName: undefined, template: draft(steps), variables, ...more });
    return this.call("createTask", { task });
  }

  /** A task with steps of its own, by a draft. */
  async newDraft(steps: readonly Json[], variables: Record<string, unknown>, more: object = {}): Promise<number> {
    return this.success(await this.create(steps, variables, more), "createTask of a draft").taskId;
  }

  report(more: object = {}): Promise<Json> {
    return this.succeeds("getAppStats", { softId: this.softId, ...more });
  }

  /** All that a method lists, page by page. */
  async listed(method: string, list: string): Promise<Json[]> {
    const all: Json[] = [];
    let after: number | undefined;
    do {
      const page = await this.succeeds(method, { limit: 100, after });
      all.push(...page[list]);
      after = page.next;
    } while (after !== undefined);
    return all;
  }

  push(taskId: number, value: unknown, name = this.variable): Promise<Answer> {
    return this.call("pushAntiGateVariable", { taskId, name, value });
  }

  /** Pushes a value in exactly these characters. */
  pushText(taskId: number, name: string, text: string): Promise<Answer> {
    const body = this.bodyOf({ taskId, name, value: "<value>" }).replace('"<value>"', () => text);
    return this.post("pushAntiGateVariable", body);
  }

  async pushed(taskId: number, value: unknown, name?: string): Promise<void> {
    this.success(await this.push(taskId, value, name), `the push of ${shown(value)}`);
  }

  /** A task that a worker has brought to its first wait. */
  async waitingTask(steps?: readonly Json[], variables: Record<string, unknown> = both): Promise<number> {
    if (this.noWorker) throw new Missing(`workers: ${this.noWorker}`);
    if (this.options.template) throw new Missing("drafts, in place of --template");
    const taskId = await this.newDraft(steps ?? echoSteps(this.page), variables);
    await this.untilWaiting(taskId);
    return taskId;
  }

  untilWaiting(taskId: number, name?: string): Promise<Json> {
    return this.until(taskId, ({ waitingFor = [] }) => (name ? waitingFor.includes(name) : waitingFor.length > 0));
  }

  /** The address that the page of an echo task got by the value of `code`, without the page's own. */
  async echoOf(taskId: number): Promise<string> {
    await this.untilWaiting(taskId, "gate");
    await this.pushed(taskId, "open", "gate");
    const { solution } = await this.end(taskId);
    return decodeURIComponent(new URL(solution.url).hash.slice(1));
  }

  /** What getTaskResult says once the task has ended well. */
  async end(taskId: number): Promise<Json> {
    return this.until(taskId, ({ status }) => status === "ready");
  }

  /** What getTaskResult says once the task has failed with this error. */
  async failed(taskId: number, code: string, words?: RegExp | string): Promise<Json> {
    await this.until(taskId, ({ errorId, status }) => errorId !== 0 || status === "ready");
    return this.fails("getTaskResult", { taskId }, code, words);
  }

  /** Follows a task until its result is as it should be. Held calls make this quick, without a call each second. */
  async until(taskId: number, reached: (body: Json) => boolean): Promise<Json> {
    const last = Date.now() + (this.options.patience ?? 90) * 1_000;
    let version: string | undefined;
    for (;;) {
      const held = this.gatepost && version !== undefined ? { waitSeconds: 10, sinceVersion: version } : {};
      const { body, text } = await this.call("getTaskResult", { taskId, ...held });
      if (body && reached(body)) return body;
      if (body?.status !== "processing") throw new Error(`task ${taskId} ended: ${cut(text)}`);
      if (Date.now() > last) throw new Error(`task ${taskId} did not get further in time: ${cut(text)}`);
      version = body.version;
      if (!this.gatepost) await sleep(500);
    }
  }

  /** Cancels the tasks that a check has left open. */
  async tidy(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    if (!this.gatepost) return;
    for (const [taskId, clientKey] of open) await this.call("cancelTask", { clientKey, taskId }).catch(() => {});
  }
}

export const waitForIt = "_WAIT_FOR_IT_";

/** The variables for which echo steps wait. */
export const both = { code: waitForIt, gate: waitForIt };

/** An id that no task has. */
export const noTask = 4_503_599_627_370_000;

/** What is no integer of at least 0, each in another way. */
export const noIds = [undefined, null, ..."|abc| 1|1.0|1e3|-1|+1|0x1|١".split("|"), -1, 1.5, {}, [], [1], true];

/** Steps that use no variable. */
export const still = [{ type: "TAKE_SCREENSHOT" }];

export const draft = (steps: readonly Json[]): Json => ({ name: "Conformance", steps });

export const freshName = (): string => `Conformance ${randomUUID()}`;

export const freshKey = (): Record<string, string> => ({ "idempotency-key": randomUUID() });

function missing(what: string): never {
  throw new Missing(what);
}

export const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** A body in a sentence, without the key. */
const shown = (body: unknown): string =>
  cut(JSON.stringify(body, (name, value) => (name === "clientKey" ? undefined : value)) ?? "");
