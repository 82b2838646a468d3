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
import { type Program, start } from "../program.ts";
import { quantile } from "../statistics.ts";
import { callMethod, codeName, taskBody } from "./task-calls.ts";
import type { Taken } from "./waiting.ts";

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
export async function openAnswerTimes({ operator, workerEnv }: BenchInstallation, { port }: Program) {
  const worker = await start("subjects/waiting-worker.ts", workerEnv);
  const url = `http://127.0.0.1:${port}`;
  /** Messages to an account answer its only wait, so that each way has an account of its own. */
  const accounts = new Map<AnswerWay, { account: AnsweringAccount; create: object }>();
  let received: (taken: Taken) => void = () => {};
  worker.onEvent((event) => received(event as Taken));

  async function accountOf(way: AnswerWay) {
    const known = accounts.get(way);
    if (known) return known;
    const account = await newAnsweringAccount({ url, operator });
    if (way === "inbound")
      await createRule({ ctx: operator, input: { ...account, name: "bank", pattern: "task \\d+: (\\d+)" } });
    const made = { account, create: JSON.parse(taskBody(account.clientKey, await newApplication(operator, account))) };
    accounts.set(way, made);
    return made;
  }

  /** A task that waits, of the account for that way. */
  async function newWait(way: AnswerWay): Promise<AnsweredTask> {
    const { account, create } = await accountOf(way);
    const { taskId } = await callMethod<{ taskId: number }>(port, "createTask", create);
    await worker.ask(1);
    return { account, taskId };
  }

  /** The path of a new answer link. */
  async function newLink({ account: { clientKey }, taskId }: AnsweredTask): Promise<string> {
    const body = { clientKey, taskId, name: codeName };
    return new URL((await callMethod<{ url: string }>(port, "createAnswerLink", body)).url).pathname;
  }

  async function sample(way: Exclude<AnswerWay, "command">, send: Send): Promise<number> {
    const { account, taskId } = await newWait(way);
    const link = way === "link" ? await openLink(url, await newLink({ account, taskId })) : undefined;
    const value = String(100_000 + (taskId % 900_000));
    const taking = new Promise<Taken>((resolve) => {
      received = resolve;
    });
    const answering = { url, account, taskId, name: codeName, link };
    const [sent, taken] = await Promise.all([
      send(requestOf[way](answering, value), { account, taskId, name: codeName, value }),
      taking,
    ]);
    if (taken.id !== taskId || taken.value !== value)
      throw new Error(`${value} was sent to ${taskId}, and ${taken.value} taken by ${taken.id}.`);
    return Number(BigInt(taken.at) - sent) / 1e6;
  }

  return {
    newWait,
    newLink,
    /** The median of the milliseconds from an answer's sending until the worker has its value. */
    async p50(way: Exclude<AnswerWay, "command">, samples: number, send: Send): Promise<number> {
      const took: number[] = [];
      while (took.length < samples) took.push(await sample(way, send));
      return quantile(took, 0.5);
    },
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
