import { randomInt } from "node:crypto";
import type { Step } from "@gatepost/contract/steps";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { eachOf, shuffled } from "../answer-order.ts";
import { answerWays, newAnsweringAccount } from "../answer-ways.ts";
import { type AnsweredWait, answerWait, newAnsweredWait } from "./answered-wait.ts";
import { taskMaker } from "./bodies.ts";
import { post } from "./call.ts";
import { openWithWorker } from "./wire.ts";

/** R8, in browsers. */

const many = size(12, 40);

const { site, installation, operator } = await openWithWorker({
  env: { WORKER_WAITING_MAX: String(2 * many), WORKER_WAITING_PER_ACCOUNT: String(many) },
});

const css = (selector: string) => ({ selector: { permanent: selector } });
const steps: Step[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } },
  { type: "FILL_INPUT", ...css("#value"), value: { variable: "code" } },
  { type: "CLICK", ...css("form button") },
  { type: "READ_TEXT", ...css("#received-value"), as: { permanent: "code" } },
];

test(`${many} tasks in browsers, answered in random order, in every way: each types its own value as it was sent`, async () => {
  const { url } = installation;
  const account = await newAnsweringAccount({ url, operator });
  const { clientKey } = account;
  const newTask = await taskMaker((method, body) => post(url, method, body), operator, account, steps);
  const waits: AnsweredWait[] = [];
  for (let n = 0; n < many; n++) {
    const way = answerWays[n % answerWays.length] as (typeof answerWays)[number];
    const taskId = await newTask({ websiteURL: `${site.url}/echo` });
    waits.push(await newAnsweredWait({ url, operator }, { account, taskId, way }));
  }
  await expect
    .poll(() => operator.db.prisma.task.count({ where: { state: "waiting" } }), { timeout: 170_000 })
    .toBe(many);
  const seed = randomInt(2 ** 31);
  await eachOf(shuffled(waits, seed), 4, (wait) =>
    answerWait({ url }, wait, async (key, taskId, value) => {
      const env = { GATEPOST_URL: url, GATEPOST_KEY: key };
      expect(await gatepost(["push", String(taskId), "code", "--", value], env)).toMatchObject({ code: 0 });
    }),
  );
  for (const { taskId, way, value } of waits) {
    const ended = async () => (await post(url, "getTaskResult", { clientKey, taskId })).body;
    await expect.poll(ended).toMatchObject({
      status: "ready",
      receipts: [{ name: "code", outcome: "taken" }],
    });
    const { texts } = (await ended()).solution;
    expect(JSON.parse(texts.code), `${way}, seed ${seed}`).toBe(value);
  }
});
