import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { modes } from "./specification.ts";
import { days, isoDay, refused, withinOneDay } from "./statistics.ts";

const { checks, section, rule, test } = checkList();

export { checks as reportDays };

section("gatepost", "7");
rule(
  "A softId that is absent, null or empty, a mode that is not in the table, or an invalid range is ERROR_BAD_REQUEST.",
);
test("A range that is none is ERROR_BAD_REQUEST", async (service) => {
  for (const [range, words] of [
    [{ from: "2026-02-02", to: "2026-02-01" }, "from"],
    [{ from: "2026-02-30" }, "from"],
    [{ to: "2025-02-29" }, "to"],
    [{ from: "2026-2-1" }, "from"],
    [{ from: "01.02.2026" }, "from"],
    [{ from: "2026-02-01T00:00:00Z" }, "from"],
    [{ from: 20260201 }, "from"],
    [{ to: ["2026-02-01"] }, "to"],
    [{ from: "0000-01-01", to: "0000-01-02" }, "from must be a day from 1971-01-01 to 9998-12-31"],
    [{ from: "1970-12-31", to: "1971-01-02" }, "from must be a day from 1971-01-01 to 9998-12-31"],
    [{ to: "9999-01-01" }, "to must be a day from 1971-01-01 to 9998-12-31"],
    [{ from: "2020-01-01" }, "366"],
  ] as const)
    await refused(service, range, words);
});
test("A time zone is taken by its IANA name in any letter case, and anything else is refused", async (service) => {
  for (const timezone of ["UTC", "utc", "Europe/Berlin", "europe/berlin", "US/Pacific", null])
    await service.report({ timezone });
  for (const timezone of ["Mars/Olympus", "+02:00", 2, "Europe/Berlin; drop table task"])
    await refused(service, { timezone }, "timezone");
});
test("A range has 366 days at most", async (service) => {
  assert.equal((await days(service, { from: "2024-01-01", to: "2024-12-31" })).length, 366);
  await refused(service, { from: "2024-01-01", to: "2025-01-01" }, "366");
});
rule("The default range is today and the 29 days before. There is one point for each day, ascending, zeros included.");
test("The default range is today and the 29 days before, with a point for each day", (service) =>
  withinOneDay(async () => {
    for (const mode of modes) {
      const data = await days(service, { mode });
      const begins = data.map(({ beginstamp }) => new Date(beginstamp * 1_000).toISOString());
      const expected = Array.from({ length: 30 }, (_, n) => `${isoDay(n - 29)}T00:00:00.000Z`);
      assert.deepEqual(begins, expected, mode);
    }
  }));
rule("`to` defaults to today, or to `from` if that is later.");
test("from alone ends today, and to alone is the last of 30 days", (service) =>
  withinOneDay(async () => {
    assert.equal((await days(service, { from: isoDay(-9) })).length, 10);
    assert.equal((await days(service, { from: isoDay(2) })).length, 1);
    const data = await days(service, { to: "2026-03-01" });
    assert.deepEqual([data.length, data[0].date, data[29].date], [30, "31 January", "1 March"]);
  }));
rule("`date` is `25 January`, `shortdate` is `25 Jan`: English, without a leading zero.");
test("Timestamps are Unix seconds, and days have English names without a leading zero", async (service) => {
  const data = await days(service, { from: "2026-01-25", to: "2026-02-01" });
  const stamps = { beginstamp: 1_769_299_200, endstamp: 1_769_385_599, stamp: 1_769_299_200 };
  assert.deepEqual({ ...data[0], y: 0 }, { date: "25 January", shortdate: "25 Jan", y: 0, ...stamps });
  assert.deepEqual([data[7].date, data[7].shortdate], ["1 February", "1 Feb"]);
});
test("Each month has its English name", async (service) => {
  const data = await days(service, { from: "2025-01-01", to: "2025-12-31" });
  const firsts = data.filter(({ date }) => date.startsWith("1 "));
  const months = "January February March April May June July August September October November December".split(" ");
  const said = firsts.map(({ date, shortdate }) => [date, shortdate]);
  const named = months.map((name) => [`1 ${name}`, `1 ${name.slice(0, 3)}`]);
  assert.deepEqual(said, named);
});
rule("`fromDate` is the first day at `00:00`, such as `17 Feb 00:00`.");
test("fromDate is the first day at 00:00, and toDate the last one at 23:59 if that is past", async (service) => {
  const { fromDate, toDate } = await service.report({ from: "2026-02-17", to: "2026-02-18" });
  assert.deepEqual([fromDate, toDate], ["17 Feb 00:00", "18 Feb 23:59"]);
});
rule("`toDate` is the time of the report if the range ends today, otherwise `23:59` on its last day.");
test("toDate is the time of the report in its zone if the range ends today", async (service) => {
  for (const timezone of ["UTC", "Asia/Kolkata", "America/Los_Angeles"]) {
    const now = (later: number) => {
      const date = new Date(Date.now() + later);
      const options = { timeZone: timezone, day: "numeric", month: "short" } as const;
      const time = date.toLocaleTimeString("en-GB", { timeZone: timezone, timeStyle: "short" });
      return `${date.toLocaleDateString("en-GB", options).replace("Sept", "Sep")} ${time}`;
    };
    const from = Date.now();
    const { toDate } = await service.report({ timezone });
    // The clocks of two machines may differ by some seconds.
    const possible = [-10_000, from - Date.now(), 0, 10_000].map(now);
    assert.ok(possible.includes(toDate), `${toDate} is none of ${possible}`);
  }
});
rule("so days of 23 and 25 hours are right");
test("Days of other lengths than 24 hours are right", async (service) => {
  for (const [timezone, iso, hours] of [
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
  ] as const) {
    const [{ beginstamp, endstamp }] = (await days(service, { from: iso, to: iso, timezone })) as [Json];
    assert.equal(endstamp + 1 - beginstamp, hours * 3_600, `${timezone} ${iso}`);
    const local = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
    const said = [beginstamp - 1, beginstamp, endstamp, endstamp + 1].map((at) => local.format(at * 1_000) === iso);
    assert.deepEqual(said, [false, true, true, false], `${timezone} ${iso}`);
  }
});
rule("A day that the zone skipped, such as 30 December 2011 in Samoa, has none.");
test("A day that the zone skipped has no point", async (service) => {
  const timezone = "Pacific/Apia";
  const data = await days(service, { from: "2011-12-29", to: "2011-12-31", timezone });
  const dates = data.map(({ date }) => date);
  assert.deepEqual(dates, ["29 December", "31 December"]);
  assert.equal(data[1].beginstamp, data[0].endstamp + 1);
  const alone = await service.report({ from: "2011-12-30", to: "2011-12-30", timezone });
  assert.deepEqual([alone.fromDate, alone.toDate], ["30 Dec 00:00", "30 Dec 23:59"]);
  assert.deepEqual(alone.chartData[0].data, []);
});
