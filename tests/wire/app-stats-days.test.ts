import { modes } from "@gatepost/contract/modes";
import { withinOneDay } from "@gatepost/domain/platform/test-day";
import { expect, test } from "vitest";
import { newApplication } from "../factories.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openStats } from "./stats.ts";

/** The days of a report: docs/contract.md, section 7. */

const { operator, owner, stats, happened } = await openStats();
const day = 86_400;
const isoDay = (stamp: number) => new Date(stamp * 1_000).toISOString().slice(0, 10);
const today = () => isoDay(Date.now() / 1_000);

test.for(modes)(
  "%s: without a range, today and the 29 days before, ascending, without gaps, zeros included",
  async (mode) => {
    const fresh = await newApplication(operator, owner);
    const before = today();
    const { body } = await stats({ softId: fresh, mode });
    expect(body.chartData).toHaveLength(1);
    const { data } = body.chartData[0];
    expect(data).toHaveLength(30);
    for (const [n, point] of data.entries()) {
      expect(point).toMatchObject({ y: 0, stamp: point.beginstamp, endstamp: point.beginstamp + day - 1 });
      expect(point.beginstamp % day).toBe(0);
      if (n > 0) expect(point.beginstamp).toBe(data[n - 1].endstamp + 1);
    }
    expect([before, today()]).toContain(isoDay(data[29].beginstamp));
  },
);

test("timestamps are Unix seconds, names are English without a leading zero", async () => {
  const { body } = await stats({ from: "2026-01-25", to: "2026-02-01" });
  expect(body.chartData[0].data[0]).toEqual({
    date: "25 January",
    shortdate: "25 Jan",
    y: 0,
    beginstamp: 1_769_299_200,
    endstamp: 1_769_385_599,
    stamp: 1_769_299_200,
  });
  expect(body.chartData[0].data[7]).toMatchObject({ date: "1 February", shortdate: "1 Feb" });
});

test("every month has its name", async () => {
  const names = [];
  for (let month = 1; month <= 12; month++) {
    const first = `2025-${String(month).padStart(2, "0")}-01`;
    const { body } = await stats({ from: first, to: first });
    names.push([body.chartData[0].data[0].date, body.chartData[0].data[0].shortdate]);
  }
  const months = "January February March April May June July August September October November December".split(" ");
  expect(names).toEqual(months.map((name) => [`1 ${name}`, `1 ${name.slice(0, 3)}`]));
});

test("fromDate is the first day at 00:00; toDate is the last at 23:59 if that is past", async () => {
  expect((await stats({ from: "2026-02-17", to: "2026-02-18" })).body).toMatchObject({
    fromDate: "17 Feb 00:00",
    toDate: "18 Feb 23:59",
  });
});

test("toDate is the moment of the report where the range ends today, in the report's zone", async () => {
  for (const timezone of ["UTC", "Asia/Kolkata", "America/Los_Angeles"]) {
    const minute = () =>
      new Date().toLocaleString("en-GB", {
        timeZone: timezone,
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
      });
    const before = minute();
    const { body } = await stats({ timezone });
    const spoken = [before, minute()].map((text) => text.replace(",", "").replace("Sept", "Sep"));
    expect(spoken).toContain(body.toDate);
    expect(body.fromDate).toMatch(/^\d{1,2} [A-Z][a-z]{2} 00:00$/);
  }
});

test("from alone ends today; to alone is the last of 30 days", async () => {
  await withinOneDay(async () => {
    const from = isoDay(Date.now() / 1_000 - 9 * day);
    expect((await stats({ from })).body.chartData[0].data).toHaveLength(10);
  });
  const { data } = (await stats({ to: "2026-03-01" })).body.chartData[0];
  expect([data.length, data[0].date, data[29].date]).toEqual([30, "31 January", "1 March"]);
});

test("a range has 366 days at most, a leap year", async () => {
  expect((await stats({ from: "2024-01-01", to: "2024-12-31" })).body.chartData[0].data).toHaveLength(366);
  expectError(await stats({ from: "2024-01-01", to: "2025-01-01" }), "ERROR_BAD_REQUEST");
});

test.for([
  ["Europe/Berlin", "2026-03-29", 23],
  ["Europe/Berlin", "2026-10-25", 25],
  ["America/New_York", "2026-03-08", 23],
  ["America/New_York", "2026-11-01", 25],
  ["America/Sao_Paulo", "2018-11-04", 23],
  ["Asia/Beirut", "2026-03-29", 23],
  ["Australia/Lord_Howe", "2026-04-05", 24.5],
  ["Australia/Lord_Howe", "2026-10-04", 23.5],
  ["Asia/Kathmandu", "2026-03-29", 24],
  ["Pacific/Chatham", "2026-04-05", 25],
  ["UTC", "2026-03-29", 24],
] as const)("in %s the day %s has %d hours", async ([timezone, iso, hours]) => {
  const { body } = await stats({ from: iso, to: iso, timezone });
  const [point] = body.chartData[0].data;
  expect(point.endstamp + 1 - point.beginstamp).toBe(hours * 3_600);
  const local = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
  expect(local.format(point.beginstamp * 1_000)).toBe(iso);
  expect(local.format(point.endstamp * 1_000)).toBe(iso);
  expect(local.format((point.beginstamp - 1) * 1_000)).not.toBe(iso);
  expect(local.format((point.endstamp + 1) * 1_000)).not.toBe(iso);
});

test("a day that the zone skipped has no point, and its neighbours follow each other", async () => {
  const report = (from: string, to: string) => stats({ from, to, timezone: "Pacific/Apia" });
  const [before, after, ...more] = (await report("2011-12-29", "2011-12-31")).body.chartData[0].data;
  expect([before.date, after.date, more]).toEqual(["29 December", "31 December", []]);
  expect(after.beginstamp).toBe(before.endstamp + 1);
  const alone = await report("2011-12-30", "2011-12-30");
  expectSuccess(alone, "getAppStats");
  expect(alone.body).toMatchObject({ fromDate: "30 Dec 00:00", toDate: "30 Dec 23:59" });
  expect(alone.body.chartData[0].data).toEqual([]);
});

test("what happened counts for the day that it was in the report's zone", async () => {
  const app = await newApplication(operator, owner);
  await happened(app, "view", "2026-06-10 20:00:00Z", 5);
  const yOf = async (timezone: string) => {
    const { body } = await stats({ softId: app, mode: "views", from: "2026-06-10", to: "2026-06-11", timezone });
    return body.chartData[0].data.map(({ y }: { y: number }) => y);
  };
  expect(await yOf("UTC")).toEqual([5, 0]);
  expect(await yOf("Asia/Tokyo")).toEqual([0, 5]);
  expect(await yOf("Asia/Kathmandu")).toEqual([0, 5]);
  expect(await yOf("America/Los_Angeles")).toEqual([5, 0]);
});
