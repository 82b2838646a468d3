import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { listLedger } from "../money/ledger.ts";
import { getWaitStats } from "../statistics/get-wait-stats.ts";
import { listOwnTasks } from "../tasks/list-tasks.ts";
import { getTemplate, listUsableTemplates } from "../templates/get-template.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { tryRules } from "../waits/inbound-rules.ts";
import type { PersonContext } from "./context.ts";
import { leaseTokens } from "./rates.ts";
import { newPerson, openTestContext } from "./testing.ts";
import { inAccountTurn } from "./turns.ts";

const system = await openTestContext();
const [one, other] = [await newPerson(system), await newPerson(system)];
const template = { name: "One", steps: [{ type: "TAKE_SCREENSHOT" }] };
const ofAccount = ({ actor: { accountId } }: PersonContext) => ({ accountId });

const calls: Record<string, (ctx: PersonContext) => Promise<unknown>> = {
  "a change": (ctx) => saveOwnTemplate({ ctx, input: { template } }),
  "a template": (ctx) => getTemplate({ ctx, input: { name: "One" } }),
  "a search of tasks": (ctx) => listOwnTasks({ ctx, input: { search: "example" } }),
  "the list of some days": (ctx) => listOwnTasks({ ctx, input: { from: "2026-11-01", to: "2026-11-02" } }),
  "the list of templates": (ctx) => listUsableTemplates({ ctx, input: {} }),
  "the ledger": (ctx) => listLedger({ ctx, input: ofAccount(ctx) }),
  "the report on waits": (ctx) => getWaitStats({ ctx, input: { ...ofAccount(ctx), days: 30 } }),
  "a sample message": (ctx) => tryRules({ ctx, input: { ...ofAccount(ctx), sender: "", text: "1" } }),
};

test.each(Object.entries(calls))(
  "S16: of one account, %s waits for what is under way; of another account it does not",
  async (_, call) => {
    const before = Promise.withResolvers<void>();
    const first = (["read", "change"] as const).map((kind) =>
      inAccountTurn(one, one.actor.accountId, () => before.promise, kind),
    );
    let isDone = false;
    const second = call(one).then(() => {
      isDone = true;
    });
    for (let times = 0; times < 3; times++) await call(other);
    expect(isDone).toBe(false);
    before.reject(new Error("failed"));
    expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await second;
  },
);

test("five hundred calls of an account wait for another one at most", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = () => inAccountTurn(one, one.actor.accountId, () => promise);
  const all = Array.from({ length: 501 }, read);
  await expect(read()).rejects.toMatchObject({ code: "ERROR_TOO_MANY_REQUESTS" });
  resolve();
  await Promise.all(all);
  await read();
});

test("a change, such as a task's new session, does not wait for what the account reads", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = inAccountTurn(one, one.actor.accountId, () => promise);
  await saveOwnTemplate({ ctx: one, input: { template } });
  resolve();
  await read;
});

test("what has waited for half a minute is not done any more, because nobody waits for it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const both = Promise.allSettled([1, 2].map(() => inAccountTurn(one, one.actor.accountId, work)));
  await vi.advanceTimersByTimeAsync(31_000);
  resolve();
  const refused = { status: "rejected", reason: { code: "ERROR_SERVICE_UNAVAILABLE" } };
  expect(await both).toMatchObject([{ status: "fulfilled" }, refused]);
  expect(work).toHaveBeenCalledOnce();
});

/** A bucket that does not fill noticeably while a test runs. */
const slow = { rate: 0.001, burst: 100 };

function lease(caller: string, wanted: number, settled = 0, rule = slow) {
  return system.batch(leaseTokens, { caller, wanted, settled, ...rule });
}

test("a bucket that nobody has seen is full, gives what it has, refills to its burst, and is charged for calls without a lease", async () => {
  const caller = randomUUID();
  expect(await lease(caller, 30)).toEqual({ granted: 30, tokens: 70 });
  expect(await lease(caller, 90)).toMatchObject({ granted: 70 });
  const empty = await lease(caller, 1);
  expect(empty.granted).toBe(0);
  expect(empty.tokens).toBeLessThan(1);

  const second = randomUUID();
  await lease(second, 100);
  expect((await lease(second, 0, 40)).tokens).toBeCloseTo(40, 1);
  expect((await lease(second, 10, 1_000)).tokens).toBe(90);

  const third = randomUUID();
  expect(await lease(third, 10, -5)).toEqual({ granted: 10, tokens: 85 });
  expect((await lease(third, 10, -100)).tokens).toBeCloseTo(-15, 1);
  expect(await lease(third, 10, 10)).toMatchObject({ granted: 0 });
});

test("a bucket fills by the second, also after the clock was set back", async () => {
  const caller = randomUUID();
  const quick = { rate: 1_000, burst: 100 };
  await lease(caller, 100, 0, quick);
  await system.sql`update rate_bucket set at = at + interval '1 day' where caller = ${caller}`;
  await expect.poll(async () => (await lease(caller, 0, 0, quick)).tokens, { timeout: 10_000 }).toBe(100);
});

test("processes that lease at once get no more tokens than the bucket has, the first calls first, and each caller by its own rule", async () => {
  const caller = randomUUID();
  const asked = () => leaseTokens.run(system, [{ caller, wanted: 30, settled: 0, ...slow }]);
  const leases = (await Promise.all(Array.from({ length: 8 }, asked))).flat() as { granted: number }[];
  expect(leases.reduce((all, { granted }) => all + granted, 0)).toBe(100);

  const second = randomUUID();
  const inOrder = await Promise.all([60, 60, 60].map((wanted) => lease(second, wanted)));
  expect(inOrder.map(({ granted }) => granted)).toEqual([60, 40, 0]);

  const callers = Array.from({ length: 50 }, randomUUID);
  const byRule = await Promise.all(callers.map((caller, n) => lease(caller, 5, 0, { rate: 1, burst: n + 1 })));
  expect(byRule.map(({ granted }) => granted)).toEqual(callers.map((_, n) => Math.min(5, n + 1)));
});
