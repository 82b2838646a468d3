import { randomInt } from "node:crypto";
import { size } from "@gatepost/domain/platform/test-size";
import { listMessages } from "@gatepost/domain/waits/inbound-messages";
import { Gatepost } from "gatepost";
import { expect, test } from "vitest";
import { pushEntered } from "../../apps/cli/src/entered-value.ts";
import { eachOf, shuffled } from "../answer-order.ts";
import {
  type AnsweringAccount,
  type AnswerWay,
  addTaskRule,
  answerWays,
  newAnsweringAccount,
  openLink,
  requestOf,
} from "../answer-ways.ts";
import { taskMaker } from "./bodies.ts";
import { expectSuccess } from "./call.ts";
import { openWaitingWorker } from "./waiting-worker.ts";
import { openWire } from "./wire.ts";

/** R8, with a worker that has no browser; 500 waits in `npm run soak -- answers`. */

const { operator, call, url, database } = openWire();

const accounts = size(4, 10);
/** For each account and way. */
const each = size(2, 10);
const many = accounts * answerWays.length * each;

/** A task that will wait for `code`, and how it is answered. */
interface AnsweredWait {
  account: AnsweringAccount;
  taskId: number;
  way: AnswerWay;
  value: string;
  link?: string;
}

/** The value has what HTML, forms, JSON and patterns could change. */
async function newAnsweredWait({ account, taskId, way }: Omit<AnsweredWait, "value" | "link">): Promise<AnsweredWait> {
  const wait = { account, taskId, way, value: `${randomInt(1e9)} é漢字🎈 "a"+b%20&amp;<b>\\d$1' of ${taskId}` };
  if (way === "inbound") await addTaskRule(operator, account, taskId);
  if (way !== "link") return wait;
  const answer = await call("createAnswerLink", { clientKey: account.clientKey, taskId, name: "code" });
  expectSuccess(answer, "createAnswerLink");
  return { ...wait, link: new URL(answer.body.url, url).pathname };
}

async function answerWait({ way, account, taskId, value, link }: AnsweredWait): Promise<void> {
  if (way === "command")
    return void (await pushEntered(
      new Gatepost({ baseUrl: url, clientKey: account.clientKey }),
      taskId,
      "code",
      value,
    ));
  const opened = link === undefined ? undefined : await openLink(url, link);
  const { path, ...request } = requestOf[way]({ url, account, taskId, name: "code", link: opened }, value);
  const response = await fetch(url + path, { method: "POST", ...request });
  const text = await response.text();
  expect(response.ok, `${way} was answered ${response.status} ${text}`).toBe(true);
}

test(`${many} waits answered in random order, in every way: each value arrives in its own task as it was sent, once`, async () => {
  const waits: AnsweredWait[] = [];
  await eachOf(Array(accounts).fill(0), accounts, async () => {
    const account = await newAnsweringAccount({ url, operator });
    const newTask = await taskMaker(call, operator, account);
    for (const way of answerWays)
      for (let one = 0; one < each; one++) waits.push(await newAnsweredWait({ account, taskId: await newTask(), way }));
  });
  expect(waits).toHaveLength(many);
  const worker = await openWaitingWorker(operator, database.workerUrl);
  const taken = await worker.enterWaits();
  const seed = randomInt(2 ** 31);
  await eachOf(shuffled(waits, seed), 16, answerWait);
  for (const { taskId, way, value } of waits) expect(await taken.get(taskId), `${way}, seed ${seed}`).toBe(value);
  await worker.stop();

  // Nothing was pushed twice, or in another way.
  const pushedBy = {
    push: "key",
    command: "key",
    portal: "@example.org",
    link: "answer link",
    inbound: "inbound code",
  };
  await eachOf(waits, 16, async ({ account: { clientKey }, taskId, way }) => {
    const { body } = await call("getTaskResult", { clientKey, taskId });
    expect(body, `task ${taskId}`).toMatchObject({ status: "ready", receipts: [{ name: "code", outcome: "taken" }] });
    expect(body.receipts[0].pushedBy).toContain(pushedBy[way]);
  });
  for (const { accountId } of new Set(waits.map(({ account }) => account)))
    await expect
      .poll(async () => {
        const { items } = await listMessages({ ctx: operator, input: { accountId } });
        return items.map(({ outcome }) => outcome);
      })
      .toEqual(Array(each).fill("answered"));
});
