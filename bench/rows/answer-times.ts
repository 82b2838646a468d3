import { createRule } from "@gatepost/domain/waits/inbound-rules";
import {
  type AnsweringAccount,
  type AnswerRequest,
  type AnswerWay,
  newAnsweringAccount,
  openLink,
  requestOf,
} from "../../tests/answer-ways.ts";
import { newApplication } from "../../tests/factories.ts";
import type { BenchInstallation } from "../lab.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import { type Program, start } from "../program.ts";
import { quantile } from "../statistics.ts";
import { taskBody } from "./task-calls.ts";
import type { Taken } from "./waiting.ts";

const name = "2fa_input_value";

/**
 * Answers a wait, by a request or as a request does. Resolves when it was answered, with the moment of sending, in nanoseconds
 * of the machine's clock.
 */
export type Send = (request: AnswerRequest, wait: AnsweredTask & { name: string; value: string }) => Promise<bigint>;

/** A task that waits. */
interface AnsweredTask {
  account: AnsweringAccount;
  taskId: number;
}

/** Tasks that wait in a worker without a browser, one at a time, and are answered in some way. */
export class AnswerTimes implements AsyncDisposable {
  readonly #installation: BenchInstallation;
  readonly #connection: Connection;
  readonly #worker: Program;
  readonly #url: string;
  /** Messages to an account answer its only wait, so that each way has an account of its own. */
  readonly #accounts = new Map<AnswerWay, { account: AnsweringAccount; create: Buffer }>();
  #received: (taken: Taken) => void = () => {};

  private constructor(installation: BenchInstallation, connection: Connection, worker: Program, url: string) {
    this.#installation = installation;
    this.#connection = connection;
    this.#worker = worker;
    this.#url = url;
    worker.onEvent((event) => this.#received(event as Taken));
  }

  static async open(installation: BenchInstallation, web: Program): Promise<AnswerTimes> {
    const worker = await start("subjects/waiting-worker.ts", installation.workerEnv);
    return new AnswerTimes(installation, await Connection.open(web.port), worker, `http://127.0.0.1:${web.port}`);
  }

  /** The median of the milliseconds from an answer's sending until the worker has its value. */
  async p50(way: Exclude<AnswerWay, "command">, samples: number, send: Send): Promise<number> {
    const took: number[] = [];
    for (let sample = 0; sample < samples; sample++) took.push(await this.#sample(way, send));
    return quantile(
      took.toSorted((a, b) => a - b),
      0.5,
    );
  }

  async #sample(way: Exclude<AnswerWay, "command">, send: Send): Promise<number> {
    const { account, taskId } = await this.newWait(way);
    const link = way === "link" ? await openLink(this.#url, await this.newLink({ account, taskId })) : undefined;
    const value = String(100_000 + (taskId % 900_000));
    const received = new Promise<Taken>((resolve) => {
      this.#received = resolve;
    });
    const answering = { url: this.#url, account, taskId, name, link };
    const [sent, taken] = await Promise.all([
      send(requestOf[way](answering, value), { account, taskId, name, value }),
      received,
    ]);
    if (taken.id !== taskId || taken.value !== value)
      throw new Error(`${value} was sent to ${taskId}, and ${taken.value} taken by ${taken.id}.`);
    return Number(BigInt(taken.at) - sent) / 1e6;
  }

  /** A task that waits, of the account for that way. */
  async newWait(way: AnswerWay): Promise<AnsweredTask> {
    const { account, create } = await this.#accountOf(way);
    const { taskId } = await this.#ask<{ taskId: number }>(create);
    await this.#worker.ask(1);
    return { account, taskId };
  }

  /** The path of a new answer link. */
  async newLink({ account: { clientKey }, taskId }: AnsweredTask): Promise<string> {
    const body = JSON.stringify({ clientKey, taskId, name });
    const { url } = await this.#ask<{ url: string }>(bytesOf({ verb: "POST", path: "/createAnswerLink", body }));
    return new URL(url).pathname;
  }

  async #accountOf(way: AnswerWay) {
    const known = this.#accounts.get(way);
    if (known) return known;
    const { operator } = this.#installation;
    const account = await newAnsweringAccount({ url: this.#url, operator });
    if (way === "inbound")
      await createRule({ ctx: operator, input: { ...account, name: "bank", pattern: "task \\d+: (\\d+)" } });
    const body = taskBody(account.clientKey, await newApplication(operator, account));
    const made = { account, create: bytesOf({ verb: "POST", path: "/createTask", body }) };
    this.#accounts.set(way, made);
    return made;
  }

  async #ask<Result>(call: Buffer): Promise<Result> {
    const { body } = await this.#connection.send(call);
    const result = JSON.parse(body.toString()) as Result & { errorId: number };
    if (result.errorId !== 0) throw new Error(`A call was answered ${body}`);
    return result;
  }

  async [Symbol.asyncDispose]() {
    this.#connection.close();
    await this.#worker[Symbol.asyncDispose]();
  }
}
