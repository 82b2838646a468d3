import { randomBytes } from "node:crypto";
import { encodeParams, type Statement } from "@gatepost/db/statement";
import { expect, test } from "vitest";
import { begun, claimFirst } from "../platform/held-task-testing.ts";
import { newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { getWaitStatsSql } from "../statistics/sql/get-wait-stats.sql.ts";
import { getTaskVariablesSql } from "./sql/get-task-variables.sql.ts";
import { getTimelineSql } from "./sql/get-timeline.sql.ts";

const system = await openTestContext();
const caller = await newCaller(system);
const { accountId } = caller.actor;
const names = Array.from({ length: 100 }, (_, n) => `code ${n}`);

/** Pages of eight kilobytes that a statement reads, also if they are in memory. */
async function pagesOf<Params extends object>(statement: Statement<Params, object>, params: NoInfer<Params>) {
  const { text } = statement;
  const { rows } = await system.db.pool.query(
    `explain (analyze, buffers, format json) ${text}`,
    encodeParams(statement, params),
  );
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

test("a large template is not read once for each variable, step or wait of a task", async () => {
  const waits = names.map((name) => ({ type: "WAIT_FOR_VARIABLE_VALUE" as const, name }));
  // About twenty pages, compressed.
  const open = () => ({ type: "OPEN_PAGE" as const, url: `https://example.com/${randomBytes(1_000).toString("hex")}` });
  const templateName = await newTemplate(system, caller, [...waits, ...Array.from({ length: 100 }, open)]);
  const variables = Object.fromEntries(names.map((name) => [name, "_WAIT_FOR_IT_"]));
  const taskId = await newTask(caller, templateName, { variables });
  const task = await claimFirst(system);
  const steps = names.flatMap((_, n) => begun(n + 1, { type: "WAIT_FOR_VARIABLE_VALUE" }).steps);
  await task.record({ steps, maySubmit: false });
  await system.sql`update variable set state = 'taken', supplied_at = now(), taken_at = now() where task_id = ${taskId}`;
  await system.sql`vacuum analyze`;

  const page = { after: null, take: 101, pictureSeconds: 60 };
  expect({
    variables: await pagesOf(getTaskVariablesSql, { taskId }),
    timeline: await pagesOf(getTimelineSql, { taskId, accountId, ...page }),
    waits: await pagesOf(getWaitStatsSql, { accountId, days: 1, scanned: 10 }),
  }).toEqual({ variables: below(300), timeline: below(300), waits: below(1_000) });
  await task.fail();
});

const below = (max: number) => expect.toSatisfy((pages: number) => pages < max, `below ${max}`);
