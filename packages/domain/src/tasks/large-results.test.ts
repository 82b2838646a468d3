import { randomBytes } from "node:crypto";
import type { Solution } from "@gatepost/contract/solution";
import { encodeParams, type Statement } from "@gatepost/db/statement";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { begun, claimFirst } from "../platform/held-task-testing.ts";
import { emptySolution, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { getWaitStatsSql } from "../statistics/sql/get-wait-stats.sql.ts";
import { stepIdOf } from "./begun-steps.ts";
import { finishTask, packJson, unpackJson } from "./finish-task.ts";
import { getTaskResult } from "./get-task-result.ts";
import { getTaskVariablesSql } from "./sql/get-task-variables.sql.ts";
import { getTimelineSql } from "./sql/get-timeline.sql.ts";

const system = await openTestContext();

const caller = await newCaller(system);
const template = await newTemplate(system, caller);

async function ended(solution: Partial<Solution>) {
  const taskId = await newTask(caller, template);
  await (await claimFirst(system)).ready(solution);
  return { ctx: caller, input: { taskId } };
}

const pictures = ["the first picture", "the second picture"];

test.for([
  ["a short text", { a: "x" }, 0],
  ["a text that is short once it is deflated", { a: "x".repeat(500_000) }, 0],
  ["a text that is short as it is stored alone", { a: "x".repeat(2_000_000) }, 1],
  ["a text that is long as it is stored", { a: randomBytes(20_000).toString("hex") }, 1],
] as const)(
  "the caller is asked for room before a large result is read, and not before a small one: %s",
  async ([, texts, times]) => {
    const asked = await ended({ texts });
    let calls = 0;
    const result = await getTaskResult({ ...asked, beforeLarge: async () => void calls++ });
    expect(result).toMatchObject({ solution: { texts } });
    expect(calls).toBe(times);
    const noRoom = getTaskResult({ ...asked, beforeLarge: () => Promise.reject(new Error("no room")) });
    if (times > 0) await expect(noRoom).rejects.toThrow("no room");
    else await noRoom;
  },
);

test.for([
  ["the last picture comes with the result", [0, 1], 1],
  ["an earlier one is read by itself", [1, 0], 2],
  ["several are read together", [1, 1], 2],
] as const)("the screenshots of a solution: %s", async ([, isScreenshot, statements]) => {
  const taskId = await newTask(caller, template);
  const { worker, held } = await claimFirst(system);
  const steps = pictures.flatMap((picture, n) => begun(n + 1, { picture: Buffer.from(picture) }).steps);
  const taken = pictures.flatMap((picture, n) => (isScreenshot[n] ? [{ picture, nth: n + 1 }] : []));
  const ready = { ...emptySolution, screenshots: taken.map(({ picture }) => Buffer.from(picture).toString("base64")) };
  const outcome = { ready, screenshotSteps: taken.map(({ nth }) => stepIdOf(held.fence, nth)) };
  await finishTask({ ctx: worker, input: { ...held, outcome, begun: () => ({ steps, maySubmit: false }) } });
  const asked = { ctx: caller, input: { taskId } };
  await getTaskResult(asked);
  const query = vi.spyOn(pg.Client.prototype, "query");
  expect(await getTaskResult(asked)).toMatchObject({ solution: { screenshots: ready.screenshots } });
  expect(query).toHaveBeenCalledTimes(statements);
  query.mockRestore();
});

test("a solution is not readable in the database, and is bound to its task", async () => {
  const [own, other] = [await ended({ texts: { a: "s3cret" } }), await ended({})];
  const where = { id: own.input.taskId };
  const { solution } = await system.db.prisma.task.findUniqueOrThrow({ where });
  expect(Buffer.from(solution ?? []).toString("latin1")).not.toContain("s3cret");
  await system.db.prisma.task.update({ where: { id: other.input.taskId }, data: { solution } });
  await expect(getTaskResult(other)).rejects.toThrow(/^(?!.*s3cret)/);
});

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

  const { accountId } = caller.actor;
  const page = { after: null, take: 101, pictureSeconds: 60 };
  expect({
    variables: await pagesOf(getTaskVariablesSql, { taskId }),
    timeline: await pagesOf(getTimelineSql, { taskId, accountId, ...page }),
    waits: await pagesOf(getWaitStatsSql, { accountId, days: 1, scanned: 10 }),
  }).toEqual({ variables: below(300), timeline: below(300), waits: below(1_000) });
  await task.fail();
});

const below = (max: number) => expect.toSatisfy((pages: number) => pages < max, `below ${max}`);

const picture = randomBytes(20_000);
const solution = { ...emptySolution, screenshots: [picture.toString("base64")], texts: { page: "Grüße, Ada 👋" } };

test("a packed solution is unpacked as it was; a short one stays JSON, and one of any length that was stored as JSON is read", async () => {
  expect(await unpackJson(await packJson(solution))).toEqual(solution);
  expect((await packJson(solution)).length, "hardly more than the picture's bytes").toBeLessThan(picture.length * 1.05);
  expect((await packJson(emptySolution)).toString()).toBe(JSON.stringify(emptySolution));
  for (const one of [emptySolution, solution]) expect(await unpackJson(Buffer.from(JSON.stringify(one)))).toEqual(one);
});
