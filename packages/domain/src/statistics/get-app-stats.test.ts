import { expect, test, vi } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newApplication, newCaller, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "./get-app-stats.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const softId = await newApplication(system, owner);

async function counted(metric: string, at: string, n: number, label = "", shard = 0): Promise<void> {
  await system.db.prisma.count.create({
    data: { applicationId: softId, metric, bucket: new Date(at), label, shard, n: BigInt(n) },
  });
}

async function values(input: {
  mode: "errors" | "views" | "money" | "users";
  from: string;
  to: string;
  timezone?: string;
}) {
  const { values, errors } = await getAppStats({ ctx: owner, input: { softId, ...input } });
  return { [input.mode]: values, ...Object.fromEntries(errors.map(({ code, values }) => [code, values])) };
}

test("quarter hours belong to the days of the requested zone, and shards add up", async () => {
  await counted("view", "2026-03-28T22:45:00Z", 1);
  await counted("view", "2026-03-28T23:00:00Z", 2);
  await counted("view", "2026-03-29T21:45:00Z", 4, "", 3);
  await counted("view", "2026-03-29T22:00:00Z", 8, "", 3);
  const range = { mode: "views", from: "2026-03-28", to: "2026-03-30" } as const;
  expect(await values(range)).toEqual({ views: [3, 12, 0] });
  // Paris has a day of 23 hours between two midnights at 23:00 and 22:00 UTC.
  expect(await values({ ...range, timezone: "Europe/Paris" })).toEqual({ views: [1, 6, 8] });
  expect(await values({ ...range, timezone: "Asia/Kathmandu" })).toEqual({ views: [0, 3, 12] });
});

test("money before the range decides where a cent falls, and the days add up to the whole", async () => {
  await counted("money", "2026-04-01T00:00:00Z", 6_000);
  await counted("money", "2026-04-02T00:00:00Z", 6_000);
  await counted("money", "2026-04-03T00:00:00Z", 6_000);
  await counted("money", "2026-04-04T00:00:00Z", 6_000);
  expect(await values({ mode: "money", from: "2026-04-01", to: "2026-04-04" })).toEqual({
    money: [0, 1, 0, 1],
  });
  expect(await values({ mode: "money", from: "2026-04-02", to: "2026-04-03" })).toEqual({ money: [1, 0] });
});

test("the last day is counted to its end, or to this moment", async () => {
  const past = await getAppStats({
    ctx: owner,
    input: { softId, mode: "views", from: "2026-02-17", to: "2026-03-01" },
  });
  expect([past.days[0]?.iso, past.days.at(-1)?.iso, past.until]).toEqual(["2026-02-17", "2026-03-01", "23:59"]);
  const present = await getAppStats({ ctx: owner, input: { softId, mode: "views" } });
  expect(present.until).toMatch(/^\d{2}:\d{2}$/);
  expect(present.days).toHaveLength(30);
  expect(present.values).toHaveLength(30);
});

test("for a caller who may not see a report, no day of it is read, and no other error is reported", async () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const stranger = await newCaller(system);
  const look = async (ctx: KeyContext, id: number, from: string) => {
    asked.mockClear();
    const input = { softId: id, mode: "views", from, to: "2025-12-31", timezone: "America/Havana" } as const;
    const answer = await getAppStats({ ctx, input }).catch(({ code }) => code);
    return { answer, asked: asked.mock.calls.length };
  };
  const denied = { answer: "ERROR_ACCESS_DENIED", asked: 0 };
  expect(await look(stranger, softId, "2025-01-01")).toEqual(denied);
  expect(await look(owner, 2 ** 40, "2025-01-01")).toEqual(denied);
  expect((await look(owner, softId, "2025-01-01")).asked).toBeGreaterThan(50);
  expect((await look(owner, softId, "2026-01-01")).answer).toBe("ERROR_BAD_REQUEST");
  expect((await look(stranger, softId, "2026-01-01")).answer).toBe("ERROR_ACCESS_DENIED");
  asked.mockRestore();
});
