import { randomInt } from "node:crypto";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { newTaskBody } from "./bodies.ts";
import { startCallers } from "./retrying-callers.ts";
import { openInstallation } from "./wire.ts";

const kills = size(1, 100);
/** How many tasks are acknowledged between two kills, at most. */
const between = isLong ? 200 : 4;

const { installation, operator } = await openInstallation({ env: noBacklogLimits });

test(`R3: the web process is killed under 200 createTask/s (${kills} ×): each acknowledged task is there, and only once`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const account = await newAccount(operator, { balance: 1_000 });
  const body = await newTaskBody(operator, account);
  const callers = startCallers({
    url: () => installation.url,
    body: body({}, { softId: await newApplication(operator, account) }),
    callers: isLong ? 32 : 4,
    perSecond: 200,
  });
  const acknowledge = async (more: number) => {
    const enough = callers.acknowledged.length + more;
    await expect.poll(() => callers.acknowledged.length, { interval: 5 }).toBeGreaterThanOrEqual(enough);
  };
  for (let done = 0; done < kills; done++) {
    await acknowledge(randomInt(between / 2, between));
    await installation.killWeb();
  }
  await acknowledge(between);
  await callers.stop();

  expect(callers.wrong).toEqual([]);
  const { rows } = await operator.db.pool.query<{ id: number; created_at: Date }>(
    "select id, created_at from task where account_id = $1 order by id",
    [account.accountId],
  );
  const acknowledged = callers.acknowledged.toSorted((a, b) => a.taskId - b.taskId);
  expect(rows.map(({ id }) => id)).toEqual(acknowledged.map(({ taskId }) => taskId));
  expect(await reconcile({ ctx: operator })).toEqual([]);

  // Created by an attempt whose caller had no response, and acknowledged at a later one.
  const replayed = acknowledged.filter(({ sentAt }, n) => (rows[n]?.created_at.getTime() ?? 0) < sentAt);
  const cut = acknowledged.reduce((sum, one) => sum + one.cut, 0);
  console.log(
    `R3: kills: ${kills}, tasks: ${rows.length}, calls cut off: ${cut}, of which had created their task: ${replayed.length}`,
  );
});
