import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newApplication, newCaller, newTemplate, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "../statistics/get-app-stats.ts";
import { writeHistory } from "../statistics/history-testing.ts";
import { explainPoint } from "../statistics/notes.ts";
import { listCommissions } from "./ledger.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const other = await newCaller(system);
const softId = await newApplication(system, owner);
const ready = (time: string, of: KeyContext, price: number) => ({
  kind: "ready" as const,
  at: new Date(time),
  accountId: of.actor.accountId,
  price,
});
await writeHistory(system, {
  softId,
  ownerId: owner.actor.accountId,
  commission: 100_000,
  happenings: [
    ready("2026-03-01T22:59:59Z", other, 1_000_000),
    ready("2026-03-01T23:00:00Z", owner, 20_000),
    ready("2026-03-02T12:00:00Z", other, 33_330),
    ready("2026-03-02T22:59:59Z", other, 70),
    ready("2026-03-02T23:00:00Z", other, 1_000_000),
  ],
});
// One of the owner's own tasks is still there; the others were deleted.
const entry = await system.db.prisma.ledgerEntry.findFirstOrThrow({
  where: { kind: "commission", accountId: owner.actor.accountId, available: 2_000n },
});
await addTask(owner, Number(entry.taskId));
const foreign = await system.db.prisma.ledgerEntry.findFirstOrThrow({
  where: { kind: "commission", accountId: owner.actor.accountId, available: 3_333n },
});
await addTask(other, Number(foreign.taskId));

async function addTask(of: KeyContext, taskId: number): Promise<void> {
  const template = await newTemplate(system, of);
  const { id } = await system.db.prisma.templateVersion.findFirstOrThrow({ where: { template: { name: template } } });
  await system.db.prisma.task.create({
    data: {
      id: taskId,
      accountId: of.actor.accountId,
      applicationId: softId,
      templateVersionId: id,
      price: 1n,
      websiteUrl: "http://127.0.0.1/",
      address: "192.0.2.7",
      state: "ready",
      endedAt: new Date("2026-03-02T12:00:00Z"),
    },
  });
}

const day = { from: "2026-03-02", to: "2026-03-02", timezone: "Europe/Paris" };
const list = (ctx: KeyContext, limit?: number, after?: number) =>
  listCommissions({ ctx, input: { softId, ...day, limit, after } });

test("a day's commissions add up to what the chart counts, and name only the owner's own tasks", async () => {
  const { items, next } = await list(owner);
  expect(items.map(({ amount, task }) => [amount, task && typeof task.taskId])).toEqual([
    [7, null],
    [3_333, null],
    [2_000, "number"],
  ]);
  expect(next).toBeNull();
  const sum = items.reduce((all, { amount }) => all + amount, 0);
  const { counted } = await explainPoint({
    ctx: owner,
    input: { softId, mode: "money", day: day.from, timezone: day.timezone },
  });
  expect(counted.find(({ metric }) => metric === "money")?.n).toBe(sum);
  // Bars are whole cents, with fractions carried: the days before earned 10 cents.
  const { values } = await getAppStats({ ctx: owner, input: { softId, mode: "money", ...day } });
  expect(values).toEqual([Math.floor((100_000 + sum) / 10_000) - 10]);
});

test("pages go on after each other", async () => {
  const first = await list(owner, 2);
  const rest = await list(owner, 2, first.next ?? 0);
  expect([...first.items, ...rest.items]).toEqual((await list(owner)).items);
  expect(rest.next).toBeNull();
});
