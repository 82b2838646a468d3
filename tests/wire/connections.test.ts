import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { readSettings } from "../../apps/cli/src/installation/settings.ts";
import { webProgram } from "../../apps/cli/src/up/programs.ts";
import { lateCodeSteps, newAccount, newTemplate } from "../factories.ts";
import { listening } from "../installation.ts";
import { run } from "../program.ts";
import { type Answer, post } from "./call.ts";
import { openCuttable } from "./wire.ts";

const faultMs = size(3, 20) * 1_000;
const recoveryMs = 30_000;
const callers = 8;

const { installation, operator, relay, database } = await openCuttable();
const account = await newAccount(operator);
const templateName = await newTemplate(operator, account, lateCodeSteps);

const create = (key: string): Promise<Answer> => {
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName };
  const body = { clientKey: account.clientKey, task: { ...task, variables: { code: "_WAIT_FOR_IT_" } } };
  return post(installation.url, "createTask", body, { "idempotency-key": key });
};

/** Calls on and on, each again with its key until it succeeds, as a careful client does. Returns the tasks that it has. */
async function keepCalling(signal: AbortSignal): Promise<number[]> {
  const taskIds: number[] = [];
  while (!signal.aborted) {
    const key = randomUUID();
    for (;;) {
      const { status, body } = await create(key);
      if (body.errorId === 0) {
        taskIds.push(body.taskId as number);
        break;
      }
      // Nothing but "come back later" is said.
      expect([status, body.errorCode]).toEqual([503, "ERROR_SERVICE_UNAVAILABLE"]);
      await sleep(50);
    }
  }
  return taskIds;
}

test.each<[string, () => void]>([
  ["cut", () => relay.cut()],
  ["half open", () => relay.blackhole()],
  ["delayed by 2 s", () => relay.delay(2_000)],
])(
  "R5: connections that were %s: the web works again within 30 s, and no acknowledged task is lost or doubled",
  {
    timeout: 120_000,
  },
  async (kind, fail) => {
    const over = new AbortController();
    const calling = Array.from({ length: callers }, () => keepCalling(over.signal));
    // A failed expectation ends the test, not the process.
    for (const one of calling) one.catch(() => {});
    await sleep(500);
    fail();
    await sleep(faultMs);
    relay.restore();
    const restored = performance.now();
    for (let well = 0; well < callers; ) {
      const { body } = await create(randomUUID());
      well = body.errorId === 0 ? well + 1 : 0;
      expect(performance.now() - restored, "milliseconds since it was restored").toBeLessThan(recoveryMs);
    }
    console.log(`${kind}: works ${((performance.now() - restored) / 1_000).toFixed(1)} s after it was restored`);
    over.abort();
    const taskIds = (await Promise.all(calling)).flat();
    expect(new Set(taskIds).size).toBe(taskIds.length);
    const { rows } = await operator.db.pool.query("select count(*)::int as n from task where id = any($1)", [taskIds]);
    expect(rows).toEqual([{ n: taskIds.length }]);
    expect(await reconcile({ ctx: operator })).toEqual([]);
  },
);

test("a web server that starts while the database is away ends once it is there and has another secret", async () => {
  relay.cut();
  const options = { settings: readSettings({}), database: relay.urls(database), egressAllow: [], dev: false };
  const web = run(webProgram({ ...options, secret: randomUUID() }), { PORT: "0", HOST: "127.0.0.1" });
  try {
    await web.said(listening);
    expect(web.ended.aborted).toBe(false);
    relay.restore();
    await expect.poll(() => web.ended.aborted).toBe(true);
    expect(web.output()).toContain("The values in this database are encrypted under another secret");
  } finally {
    relay.restore();
    await web.stop();
  }
});
