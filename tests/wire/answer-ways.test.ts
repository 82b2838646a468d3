import { randomInt } from "node:crypto";
import { size } from "@gatepost/domain/platform/test-size";
import { listMessages } from "@gatepost/domain/waits/inbound-messages";
import { Gatepost } from "gatepost";
import { expect, test } from "vitest";
import { pushEntered } from "../../apps/cli/src/entered-value.ts";
import { eachOf, shuffled } from "../answer-order.ts";
import { answerWays, newAnsweringAccount } from "../answer-ways.ts";
import { type AnsweredWait, answerWait, newAnsweredWait } from "./answered-wait.ts";
import { taskMaker } from "./bodies.ts";
import { openWaitingWorker } from "./waiting-worker.ts";
import { openWire } from "./wire.ts";

/** R8, with a worker that has no browser; 500 waits in `npm run soak -- answers`. */

const { operator, call, url, database } = openWire();
const site = { url, operator };

const accounts = 10;
/** For each account and way. */
const each = size(2, 10);
const many = accounts * answerWays.length * each;

test(`${many} waits answered in random order, in every way: each value arrives in its own task as it was sent, once`, async () => {
  const waits: AnsweredWait[] = [];
  await eachOf(Array(accounts).fill(0), accounts, async () => {
    const account = await newAnsweringAccount(site);
    const newTask = await taskMaker(call, operator, account);
    for (const way of answerWays)
      for (let one = 0; one < each; one++)
        waits.push(await newAnsweredWait(site, { account, taskId: await newTask(), way }));
  });
  expect(waits).toHaveLength(many);
  const worker = await openWaitingWorker(operator, database.workerUrl);
  const taken = await worker.enterWaits();
  const seed = randomInt(2 ** 31);
  await eachOf(shuffled(waits, seed), 16, (wait) =>
    answerWait(site, wait, async (clientKey, taskId, value) => {
      await pushEntered(new Gatepost({ baseUrl: url, clientKey }), taskId, "code", value);
    }),
  );
  for (const { taskId, way, value } of waits) expect(await taken.get(taskId), `${way}, seed ${seed}`).toBe(value);
  await worker.close();

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
