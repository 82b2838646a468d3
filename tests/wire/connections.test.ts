import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { readSettings } from "../../apps/cli/src/installation/settings.ts";
import { webProgram } from "../../apps/cli/src/up/programs.ts";
import { newAccount } from "../factories.ts";
import { listening } from "../installation.ts";
import { run } from "../program.ts";
import { newTaskBody } from "./bodies.ts";
import { post } from "./call.ts";
import { startCallers } from "./retrying-callers.ts";
import { openCuttable } from "./wire.ts";

const faultMs = size(3, 20) * 1_000;
const recoveryMs = 30_000;
const callers = 8;

const { installation, operator, relay, database } = await openCuttable();
const body = (await newTaskBody(operator, await newAccount(operator)))();

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
    // Nothing but "come back later" is said, and no connection is cut.
    const calls = startCallers({ url: () => installation.url, body, callers, perSecond: 1_000 });
    await sleep(500);
    fail();
    await sleep(faultMs);
    relay.restore();
    const restored = performance.now();
    for (let well = 0; well < callers; ) {
      well = (await post(installation.url, "createTask", body)).body.errorId === 0 ? well + 1 : 0;
      expect(performance.now() - restored, "milliseconds since it was restored").toBeLessThan(recoveryMs);
    }
    console.log(`${kind}: works ${((performance.now() - restored) / 1_000).toFixed(1)} s after it was restored`);
    await calls.stop();
    expect([calls.wrong, calls.acknowledged.filter(({ cut }) => cut > 0)]).toEqual([[], []]);
    const taskIds = calls.acknowledged.map(({ taskId }) => taskId);
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
