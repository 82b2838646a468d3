import { expect, test, vi } from "vitest";
import { newApplication, newCaller, newSession, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { cancelTask } from "./cancel-task.ts";
import { type ListOwnTasksInput, listOwnTasks, listTasks } from "./list-tasks.ts";

const system = await openTestContext();
const owner = await newCaller(system);

const find = async (input: ListOwnTasksInput, ctx = owner) =>
  (await listOwnTasks({ ctx, input })).items.map(({ taskId }) => taskId);

test("a filter is looked for among all tasks, page by page, however many others are newer", async () => {
  const { accountId } = owner.actor;
  const softId = await newApplication(system, owner);
  const templateName = await newTemplate(system, owner);
  const create = (of: number | null = null) => newTask(owner, templateName, { softId: of });
  const failed = [await create(softId), await create(softId), await create()];
  for (const taskId of failed) await cancelTask({ ctx: owner, input: { taskId } });
  for (let newer = 0; newer < 5; newer++) await create(softId);

  const [first, second, third] = failed;
  const cancelled = { errorCode: "ERROR_TASK_CANCELED", limit: 2 };
  expect(await find(cancelled)).toEqual([third, second]);
  expect(await find({ ...cancelled, after: second })).toEqual([first]);
  expect(await find({ ...cancelled, softId })).toEqual([second, first]);
  expect(await find({ errorCode: "ERROR_TASK_TIMEOUT" })).toEqual([]);
  expect(await find({ softId, limit: 50 })).toHaveLength(7);
  const absent = { state: null, templateName: null, errorCode: null, after: null, limit: null };
  for (const any of [0, null]) expect(await find({ ...absent, softId: any })).toHaveLength(8);

  const ctx = newSession(owner);
  const all = await listTasks({ ctx, input: { accountId, limit: 5 } });
  expect(all.next).toBe(all.items[4]?.taskId);
  const rest = await listTasks({ ctx, input: { accountId, limit: 5, after: all.next as number } });
  expect([rest.items.map(({ taskId }) => taskId), rest.next]).toEqual([[third, second, first], null]);

  // An operator's, among the tasks of all accounts.
  const other = await newCaller(system);
  const foreign = await newTask(other, await newTemplate(system, other), { softId });
  await cancelTask({ ctx: other, input: { taskId: foreign } });
  for (const filter of [{ state: "failed" }, { errorCode: "ERROR_TASK_CANCELED" }] as const) {
    const { items } = await listTasks({ ctx: system, input: { ...filter, softId, limit: 2 } });
    expect(items.map(({ taskId }) => taskId)).toEqual([foreign, second]);
  }
});

test("the days end with today by the database's clock, whatever that of the process says", async () => {
  const caller = await newCaller(system);
  const taskId = await newTask(caller, await newTemplate(system, caller));
  await cancelTask({ ctx: caller, input: { taskId } });
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000);
  const from = dayBefore(1).toISOString().slice(0, 10);
  vi.useFakeTimers({ toFake: ["Date"], now: dayBefore(2) });
  expect(await find({ from }, caller).finally(() => vi.useRealTimers())).toEqual([taskId]);
});

test("days are those of the end, in the given zone, as reports count it", async () => {
  const caller = await newCaller(system);
  const templateName = await newTemplate(system, caller);
  const softId = await newApplication(system, caller);
  const endedAt = async (time: string, reason?: string) => {
    const taskId = await newTask(caller, templateName, { softId });
    await cancelTask({ ctx: caller, input: { taskId, reason } });
    await system.db.prisma.task.update({ where: { id: taskId }, data: { endedAt: new Date(time) } });
    return taskId;
  };
  const before = await endedAt("2026-03-01T22:59:59Z");
  const first = await endedAt("2026-03-01T23:00:00Z");
  const last = await endedAt("2026-03-02T22:59:59Z");
  const after = await endedAt("2026-03-02T23:00:00Z");
  const open = await newTask(caller, templateName, { softId });
  const day = { from: "2026-03-02", to: "2026-03-02" };
  expect(await find({ ...day, timezone: "Europe/Paris" }, caller)).toEqual([last, first]);
  expect(await find(day, caller)).toEqual([after, last]);
  expect(await find({ from: "2026-03-01", to: "2026-03-02" }, caller)).toEqual([after, last, first, before]);
  expect(await find({ ...day, errorCode: "ERROR_TASK_CANCELED", softId, limit: 1 }, caller)).toEqual([after]);
  expect(await find({ ...day, errorCode: "ERROR_TASK_TIMEOUT" }, caller)).toEqual([]);
  expect(await find({}, caller)).toContain(open);
  expect(await find(day), "of another account").toEqual([]);
  for (const wrong of [{ ...day, timezone: "Mars" }, { from: "2026-02-30" }, { from: "2024-01-01", to: "2026-01-01" }])
    await expect(find(wrong, caller)).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
});

test("a text is looked for in addresses, errors and the names of templates, and a number is an id first", async () => {
  const caller = await newCaller(system);
  const templateName = await newTemplate(system, caller);
  const create = (websiteURL: string) => newTask(caller, templateName, { also: { websiteURL } });
  const shop = await create("http://127.0.0.1/Shop?id=100%_");
  const bank = await create("http://127.0.0.1/bank");
  await cancelTask({ ctx: caller, input: { taskId: bank, reason: "Wrong payee" } });
  await newTask(caller, await newTemplate(system, caller));
  const searches: [input: ListOwnTasksInput, found: number[]][] = [
    [{ templateName }, [bank, shop]],
    [{ templateName, state: "queued" }, [shop]],
    [{ templateName: "Nobody's" }, []],
    [{ search: "shop" }, [shop]],
    [{ search: " 100%_ " }, [shop]],
    [{ search: "wrong PAYEE" }, [bank]],
    [{ search: "error_task_canceled" }, [bank]],
    [{ search: templateName.toUpperCase() }, [bank, shop]],
    [{ search: String(shop) }, [shop]],
    [{ search: "%" }, [shop]],
    [{ search: "nothing" }, []],
  ];
  for (const [input, found] of searches) expect(await find(input, caller), JSON.stringify(input)).toEqual(found);
  expect(await find({ search: String(shop) }), "of another account").toEqual([]);
});
