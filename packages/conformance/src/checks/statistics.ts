import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { noIds, noTask, type Service } from "../service.ts";
import { modes } from "./specification.ts";
import { total } from "./transport.ts";

const day = 86_400;
export const days = async (service: Service, more: object): Promise<Json[]> =>
  (await service.report(more)).chartData[0].data;
export const refused = (service: Service, more: object, words: string): Promise<Json> =>
  service.fails("getAppStats", { softId: service.softId, ...more }, "ERROR_BAD_REQUEST", words);

/** The day that it is in UTC now, as many days later. */
export const isoDay = (later = 0) => new Date(Date.now() + later * day * 1_000).toISOString().slice(0, 10);

/** Runs what compares days of today; once more if midnight came meanwhile. */
export async function withinOneDay(work: () => Promise<void>): Promise<void> {
  const today = isoDay();
  await work().catch(async (error: unknown) => {
    if (today === isoDay()) throw error;
    await work();
  });
}

async function errorCounts(service: Service): Promise<Record<string, number>> {
  const { chartData } = await service.report();
  return Object.fromEntries(chartData.slice(1).map(({ code, count }: Json) => [code, count]));
}

const { checks, section, rule, test } = checkList();

export { checks as statistics };

section("family", "1");
rule("`mode` may be `null` and in any letter case, although `/openapi.json` lists lower case only.");
test("A mode may be null and in any letter case", async (service) => {
  const nameOf = async (mode?: string | null) => (await service.report({ mode })).chartData[0].name;
  for (const mode of [null, "ERRORS", "Errors", "Money", "vIeWs", "DOWNLOADS", "Users"])
    assert.deepEqual(await nameOf(mode), await nameOf(mode?.toLowerCase()));
});

section("gatepost", "7");
rule(
  "A softId that is absent, null or empty, a mode that is not in the table, or an invalid range is ERROR_BAD_REQUEST.",
);
test("softId must be an integer that is there, and 0 is nobody's application", async (service) => {
  for (const softId of noIds) await refused(service, { softId }, "softId");
  for (const softId of [0, "0", "00"]) await service.fails("getAppStats", { softId }, "ERROR_ACCESS_DENIED");
});
test("A mode that is not in the table is ERROR_BAD_REQUEST", async (service) => {
  for (const mode of ["", "error", "all", "views,money", 0, 1, {}, [], ["errors"], true])
    await refused(service, { mode }, "mode");
});
rule("Properties come in the order of the reference. Every `y` is an integer of at least 0.");
test("Properties come in the order of the reference", async (service) => {
  await service.call("createTask", { softId: service.softId, task: { type: "NoSuchTask" } });
  for (const mode of modes) {
    const body = await service.report({ mode });
    assert.deepEqual(Object.keys(body), ["errorId", "chartData", "fromDate", "toDate"]);
    const series = ["name", "data", "itemname", "errorId", "code", "description"];
    for (const [n, one] of body.chartData.entries()) {
      assert.deepEqual(Object.keys(one), n > 0 ? [...series, "count"] : series);
      for (const point of one.data) {
        assert.deepEqual(Object.keys(point), ["date", "shortdate", "y", "beginstamp", "endstamp", "stamp"]);
        assert.ok(Number.isInteger(point.y) && point.y >= 0, `y ${point.y}`);
      }
    }
  }
});
rule('ordinary series (`errorId` 0, `code` "", `description` "", no `count`)');
test("Each mode has its one ordinary series, of its group", async (service) => {
  const expected = {
    errors: ["Accepted (paid)", "Tasks"],
    views: ["Page views", "Views"],
    downloads: ["Download clicks", "Downloads"],
    users: ["Active users", "Users"],
    money: ["Money earned", "Money"],
  };
  for (const mode of modes) {
    const { chartData } = await service.report({ mode });
    const ordinary = chartData.filter(({ errorId }: Json) => errorId === 0);
    const named = ordinary.map(({ name, itemname }: Json) => [name, itemname]);
    assert.deepEqual(named, [expected[mode]]);
    if (mode !== "errors") assert.equal(chartData.length, 1, mode);
  }
});
rule("by `count` descending, then id");
test("Error series are named by their code, of the group Errors, the most frequent first, then by id", async (service) => {
  const { softId } = service;
  for (const task of [{ type: "NoSuchTask" }, null, null, { ...(await service.task()), websiteURL: "ftp://x" }])
    await service.call("createTask", { softId, task });
  const series = (await service.report()).chartData.slice(1);
  assert.ok(series.length >= 3, "three kinds of errors were made");
  for (const { name, code, itemname, count, data, description } of series) {
    assert.deepEqual([name, itemname], [code, "Errors"]);
    const all = data.reduce((sum: number, { y }: Json) => sum + y, 0);
    assert.equal(count, all, `count of ${code}`);
    assert.match(description, /^\w.*\.$/s);
  }
  const sorted = series.toSorted((a: Json, b: Json) => b.count - a.count || a.errorId - b.errorId);
  const codes = (list: Json[]) => list.map(({ code }) => code);
  assert.deepEqual(codes(series), codes(sorted));
});
rule("An error is counted for the application when a `createTask` that names it is refused after the key was accepted");
test("A refused createTask counts if it names the application and its key was accepted", async (service) => {
  const { softId } = service;
  const before = await errorCounts(service);
  await service.call("createTask", { softId: String(softId), task: { type: "NoSuchTask" } });
  await service.call("createTask", { softId });
  await service.call("createTask", { softId, clientKey: "no-such-key", task: { type: "NoSuchTask" } });
  await service.call("createTask", { task: { type: "NoSuchTask" } });
  await service.call("getTaskResult", { softId, taskId: 0 });
  const after = await errorCounts(service);
  const added = Object.fromEntries(Object.entries(after).map(([code, n]) => [code, n - (before[code] ?? 0)]));
  const expected = { ERROR_TASK_NOT_SUPPORTED: 1, ERROR_TASK_ABSENT: 1 };
  assert.deepEqual(Object.fromEntries(Object.entries(added).filter(([, n]) => n !== 0)), expected);
});
rule(
  "A refusal counts only if the calling account owns the application or had a task of it accepted in the last 30 days",
);
test("A refusal of an account that neither owns nor uses the application does not count", async (service) => {
  const before = await errorCounts(service);
  const clientKey = service.key("otherKey");
  await service.call("createTask", { softId: service.softId, clientKey, task: { type: "NoSuchTask" } });
  assert.deepEqual(await errorCounts(service), before);
});
rule(
  "A user is an account: one that created a task through the application counts once for each day on which it did so.",
);
test("An account that creates tasks through the application is one user of the day", (service) =>
  withinOneDay(async () => {
    const today = async () => (await days(service, { mode: "users" })).at(-1).y;
    await service.newTask({}, { softId: service.softId });
    const one = await today();
    await service.newTask({}, { softId: service.softId });
    assert.ok(one >= 1, `users ${one}`);
    assert.equal(await today(), one);
  }));
rule("Numbers are final: a day that has ended never changes");
test("Numbers of a day are the same in every range", async (service) => {
  for (const mode of modes) {
    const long = await days(service, { mode, from: isoDay(-40), to: isoDay(-1) });
    const short = await days(service, { mode, from: isoDay(-5), to: isoDay(-1) });
    assert.deepEqual(long.slice(-short.length), short, mode);
  }
});
rule("`chartData` can be passed unchanged as the `series` of a charting library that takes `{name, data:[{y}]}`.");
test("chartData is a series of a charting library as it is", async (service) => {
  for (const mode of modes)
    for (const { name, data } of (await service.report({ mode })).chartData) {
      assert.match(name, /\S/);
      for (const { y } of data) assert.equal(typeof y, "number");
    }
  assert.ok((await total(service, "money")) >= 0);
});

section("gatepost", "2");
rule(
  "`getAppStats` checks the owner right after a well-formed `softId`, so that a stranger gets ERROR_ACCESS_DENIED whatever else is wrong.",
);
test("Whoever does not own the application is denied whatever else is wrong, in the same words for every softId", async (service) => {
  const clientKey = service.key("otherKey");
  const texts = new Set<string>();
  const wrongs = [
    {},
    { mode: "visits" },
    { mode: 7 },
    { from: "1 May" },
    { from: "2026-02-30" },
    { timezone: "Mars/X" },
  ];
  for (const wrong of wrongs)
    for (const softId of [service.softId, String(service.softId), 0, noTask]) {
      const answer = await service.call("getAppStats", { clientKey, softId, ...wrong });
      service.failure(answer, "ERROR_ACCESS_DENIED", "Your account owns no application with this softId");
      texts.add(answer.text);
    }
  assert.equal(texts.size, 1, "all answers are the same, byte for byte");
  await service.fails("getAppStats", { clientKey, mode: "visits" }, "ERROR_BAD_REQUEST");
  await service.fails("getAppStats", { clientKey: "no-such-key", softId: "x" }, "ERROR_KEY_DOES_NOT_EXIST");
});
