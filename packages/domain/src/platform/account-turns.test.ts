import { expect, onTestFinished, test, vi } from "vitest";
import { listLedger } from "../money/ledger.ts";
import { getWaitStats } from "../statistics/get-wait-stats.ts";
import { listOwnTasks } from "../tasks/list-tasks.ts";
import { getTemplate, listUsableTemplates } from "../templates/get-template.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { tryRules } from "../waits/inbound-rules.ts";
import type { PersonContext } from "./context.ts";
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
