import { expect, test } from "vitest";
import { lateCode, newApplication, newCaller, newSession, newTemplate, openTestContext } from "../platform/testing.ts";
import { getWaitStats } from "./get-wait-stats.ts";

const templates = { one: "", two: "" };
const system = await openTestContext();
const caller = await newCaller(system);
for (const name of ["one", "two"] as const)
  templates[name] = await newTemplate(system, caller, [
    ...lateCode(),
    { type: "ASK_AGAIN_IF_TEXT", text: "wrong", name: "code" },
  ]);
const softId = await newApplication(system, caller);

interface Story {
  /** Each run of the wait step: when it began, and when a value was pushed and taken; seconds after the task's creation. */
  waits: [asked: number, pushed?: number, taken?: number][];
  softId?: number;
  /** The site refused the last value. */
  refused?: true;
  description?: string;
  daysAgo?: number;
}

let nextId = 5_000_000;

/** Writes what a task leaves in the database, with times that are known. */
async function record(
  template: keyof typeof templates,
  /** How the task ended; null: it still waits. */
  error: string | null,
  { waits, refused, description = "", daysAgo = 1, softId: of }: Story,
) {
  const { prisma } = system.db;
  const begin = Date.now() - daysAgo * 86_400_000;
  const at = (seconds: number) => new Date(begin + seconds * 1_000);
  const { currentVersionId } = await prisma.template.findFirstOrThrow({ where: { name: templates[template] } });
  const id = BigInt(nextId++);
  const hasFailed = error !== null && error !== "ready";
  const state = hasFailed ? "failed" : (error ?? "queued");
  await system.sql`
    insert into task (id, account_id, template_version_id, application_id, website_url, price, address, late, created_at,
                      state, ended_at, error_code, error_description)
    values (${id}, ${caller.actor.accountId}, ${currentVersionId}, ${of ?? null}, '', 1, '192.0.2.7', true, ${at(0)},
            ${state}, ${error === null ? null : at(900)},
            ${hasFailed ? error : null}, ${hasFailed ? description : null})`;
  const receipts = waits.flatMap(([, pushed, taken = pushed], index) =>
    pushed === undefined || taken === undefined
      ? []
      : {
          attempt: index + 1,
          length: 6,
          suppliedAt: begin / 1_000 + pushed,
          suppliedBy: "key 1",
          takenAt: begin / 1_000 + taken,
        },
  );
  await prisma.variable.create({ data: { taskId: id, name: "code", attempt: waits.length, receipts } });
  const common = { taskId: id, run: 1, path: [] };
  const step = (number: number, type: string, startedAt: Date) => ({ ...common, number, type, startedAt });
  const steps = [step(0, "OPEN_PAGE", at(0))];
  for (const [index, [asked, pushed, taken = pushed]] of waits.entries()) {
    steps.push(step(1, "WAIT_FOR_VARIABLE_VALUE", at(asked)));
    if (taken !== undefined) steps.push(step(2, "FILL_INPUT", at(taken + 0.1)));
    if (index < waits.length - 1) steps.push(step(3, "ASK_AGAIN_IF_TEXT", at((taken ?? 0) + 0.2)));
  }
  if (refused) steps.push(step(3, "ASK_AGAIN_IF_TEXT", at(800)));
  await prisma.taskStep.createMany({ data: steps });
}

test("waits are counted by outcome, with the time to an answer, in all, by template and by application, and none are of others", async () => {
  await record("one", "ready", { softId, waits: [[1, 11]], refused: true });
  // The site refused the first value.
  const twice: Story["waits"] = [
    [1, 21],
    [30, 70],
  ];
  await record("one", "ready", { softId, waits: twice });
  // It refused the last value that the template allowed.
  await record("one", "ERROR_STEP_FAILED", { waits: [[1, 31]], refused: true });
  await record("two", "ERROR_VARIABLE_TIMEOUT", { waits: [[1]] });
  const declined = "A value for code was declined: Not me.";
  await record("two", "ERROR_TASK_CANCELED", { waits: [[1]], description: declined });
  await record("two", "ERROR_TASK_CANCELED", { waits: [[1]], description: "The task was cancelled: late" });
  // None of these is a wait that has ended: known before, still open, lost with its worker, too long ago.
  await record("two", "ready", { waits: [[5, 2, 6]] });
  await record("two", null, { waits: [[1]] });
  await record("two", "ERROR_WORKER_LOST", { waits: [[1]] });
  await record("two", "ready", { waits: [[1, 500]], daysAgo: 8 });

  const ctx = newSession(caller);
  const { accountId } = caller.actor;
  const { all, byTemplate, byApplication, isPartial } = await getWaitStats({ ctx, input: { accountId, days: 7 } });
  const rounded = <Row extends typeof all>(row: Row) => ({
    ...row,
    medianSeconds: row.medianSeconds && Math.round(row.medianSeconds * 100) / 100,
    p95Seconds: row.p95Seconds && Math.round(row.p95Seconds * 100) / 100,
  });
  const one = { waits: 4, answered: 4, timedOut: 0, declined: 0, refused: 2, medianSeconds: 25, p95Seconds: 38.5 };
  const two = { waits: 3, answered: 0, timedOut: 1, declined: 1, refused: 0, medianSeconds: null, p95Seconds: null };
  expect(rounded(all)).toEqual({ ...one, waits: 7, timedOut: 1, declined: 1 });
  expect(byTemplate.map(rounded)).toEqual([
    { templateName: templates.one, ...one },
    { templateName: templates.two, ...two },
  ]);
  expect(byApplication.map(rounded)).toEqual([
    { softId: null, waits: 4, answered: 1, timedOut: 1, declined: 1, refused: 1, medianSeconds: 30, p95Seconds: 30 },
    { softId, waits: 3, answered: 3, timedOut: 0, declined: 0, refused: 1, medianSeconds: 20, p95Seconds: 38 },
  ]);
  expect(isPartial).toBe(false);

  const other = newSession(await newCaller(system));
  const ofOther = { accountId: other.actor.accountId, days: 30 };
  expect(await getWaitStats({ ctx: other, input: ofOther }), "an account without waits").toMatchObject({
    all: { waits: 0, medianSeconds: null },
    byTemplate: [],
  });
});
