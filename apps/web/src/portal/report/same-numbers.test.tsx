import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { size } from "@gatepost/domain/platform/test-size";
import { newApplication, newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { correctCount } from "@gatepost/domain/statistics/correct-count";
import { addDays, localDay, type Unit, units } from "@gatepost/domain/statistics/days";
import { getAppStats, getErrors } from "@gatepost/domain/statistics/get-app-stats";
import { getOverview } from "@gatepost/domain/statistics/get-overview";
import {
  excludedMetrics,
  type Happening,
  plainMetrics,
  writeHistory,
} from "@gatepost/domain/statistics/history-testing";
import { testZones } from "@gatepost/domain/statistics/test-zones";
import { appStatsResponse } from "@gatepost/presenters/stats";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { movedOf, statsCsv, statsText } from "../../../../cli/src/output/stats-text.ts";
import { chartSvg, chartTable } from "../../public/static-chart.ts";
import { chartCsv, chartRows, hiddenOf, withBefore, withoutHidden } from "../../report/chart-rows.ts";
import { Numbers } from "./numbers.tsx";

function readCsv(csv: string, mode: Mode) {
  const rows = csv.split("\r\n").map((line) => line.split(","));
  expect(rows.pop()).toEqual([""]);
  const [header = [], ...body] = rows;
  const last = body.pop() ?? [];
  expect(last[0]).toBe(modeRecords[mode].distinct ? "distinct" : "total");
  const read = (text: string) => (modeRecords[mode].money ? centsOf(text) : Number(text));
  return {
    days: body.map(([day]) => day),
    values: Object.fromEntries(
      header
        .slice(1)
        .map((name, column) => [name.replace(" (USD)", ""), body.map((row) => read(row[column + 1] ?? ""))]),
    ),
    totals: last.slice(1).map(read),
  };
}

function readTable(text: string, mode: Mode) {
  const read = (shown: string) => {
    const plain = shown.replace(/[$,]/g, "");
    return modeRecords[mode].money ? centsOf(plain) : Number(plain);
  };
  const whole = (shown: string) => Number(shown.replaceAll(",", ""));
  const rowsOf = (line: RegExp) =>
    [...text.matchAll(line)].map(([, good = "", errors = "0"]) => ({ good: read(good), errors: whole(errors) }));
  const rows = rowsOf(/^\d{1,2} [A-Z][a-z]{2} +([$\d,.]+)(?: +([\d,]+))?(?: +[█░]*)?$/gm);
  const totals = rowsOf(/^(?:total|distinct) +([$\d,.]+)(?: +([\d,]+))?$/gm);
  const codes = [...text.matchAll(/^(ERROR_\w+) +([\d,]+) +\d+ % /gm)];
  return {
    good: rows.map(({ good }) => good),
    errors: rows.map(({ errors }) => errors),
    total: totals[0]?.good,
    errorTotal: totals[0]?.errors,
    byCode: Object.fromEntries(codes.map(([, code, count = ""]) => [code, whole(count)])),
  };
}

/** Digits alone, since a float would round what is to be compared. */
function centsOf(dollars: string): number {
  expect(dollars).toMatch(/^\d+\.\d\d$/);
  return Number(dollars.replace(".", ""));
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Histories. */
const runs = size(6, 500);

const system = await openTestContext();
const rich = { balance: 1_000_000_000_000n };
const owner = await newCaller(system, rich);
const users = await Promise.all([1, 2, 3].map(() => newCaller(system, rich)));

const dayMs = 86_400_000;

const quarterMs = 900_000;

/** How long ago, near the boundaries of days and quarters of an hour more often than elsewhere. */
const ago = fc
  .record({
    days: fc.oneof(fc.nat(3), fc.nat(70), fc.nat(400)),
    quarters: fc.nat(95),
    off: fc.constantFrom(0, 1, 1_000, quarterMs - 1, 123_456),
  })
  .map(({ days, quarters, off }) => days * dayMs + quarters * quarterMs + off);

const code = fc.constantFrom(
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_ZERO_BALANCE",
  "ERROR_TASK_CANCELED",
);

/** Prices whose commissions are parts of a cent, often. */
const price = fc.oneof(
  fc.constant(2_000),
  fc.integer({ min: 1, max: 400_000 }),
  fc.integer({ min: 1, max: 90_000_000 }),
);

const user = fc.nat(2);

const generated = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ready" as const), ago, user, price }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("failed" as const), ago, user, price, code }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refused" as const), ago, code }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...plainMetrics), ago }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(...excludedMetrics),
      ago,
      reason: fc.constantFrom("crawler", "prefetch"),
    }),
  },
);

const view = fc.record({
  timezone: fc.constantFrom(...testZones),
  /** How many days before today the range ends, and its length. */
  back: fc.oneof(fc.constant(0), fc.nat(60)),
  length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 }), fc.constantFrom(90, 200, 366)),
  /** Of the terminal. */
  width: fc.constantFrom(40, 80, 200),
  unit: fc.constantFrom(...units),
  compare: fc.boolean(),
  hidden: fc.subarray(["Accepted (paid)", "ERROR_STEP_FAILED", "ERROR_ZERO_BALANCE"]),
});

const history = fc.record({
  happenings: fc.array(generated, { minLength: 1, maxLength: 120 }),
  views: fc.array(view, { minLength: 2, maxLength: 3 }),
  commission: fc.constantFrom(0, 100_000, 333_333),
});

interface Report {
  softId: number;
  from: string;
  to: string;
  timezone: string;
}

test("U5: the JSON response, the CSV, the terminal's table, the overview, the ledger, the chart and its table have the same numbers, to the cent", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ happenings: generatedHistories, views, commission }) => {
      const now = Date.now();
      const happenings = generatedHistories.map(({ ago, ...one }): Happening => {
        const at = new Date(now - ago);
        return ("user" in one ? { ...one, at, accountId: accountOf(one.user) } : { ...one, at }) as Happening;
      });
      const softId = await newApplication(system, owner);
      await system.db.prisma.application.update({ where: { id: softId }, data: { commission } });
      await writeHistory(system, { softId, ownerId: owner.actor.accountId, happenings, commission });

      for (const { timezone, back, length, width, ...shown } of views) {
        const to = addDays(localDay(now, timezone), -back);
        const report = { softId, from: addDays(to, 1 - length), to, timezone };
        for (const mode of modes) {
          await expectSame({ report, mode, happenings, width });
          await expectSameChart(report, mode, { length, ...shown });
        }
      }

      // A correction removes past days from every cache at once.
      const corrected = happenings.find((one) => one.kind === "view");
      const [first] = views;
      if (corrected && first) {
        await correctCount({
          ctx: system,
          input: { softId, metric: "view", at: corrected.at, by: 5, reason: "A test." },
        });
        const more = [...happenings, ...Array<Happening>(5).fill({ kind: "view", at: corrected.at })];
        const to = addDays(localDay(now, first.timezone), -first.back);
        const report = { softId, from: addDays(to, 1 - first.length), to, timezone: first.timezone };
        await expectSame({ report, mode: "views", happenings: more, width: first.width });
      }
      expect(await reconcile({ ctx: system })).toEqual([]);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

function accountOf(user: number): number {
  return (users[user] as KeyContext).actor.accountId;
}

async function expectSame({
  report,
  mode,
  happenings,
  width,
}: {
  report: Report;
  mode: Mode;
  happenings: readonly Happening[];
  width: number;
}): Promise<void> {
  const [stats, overview] = await Promise.all([
    getAppStats({ ctx: owner, input: { ...report, mode } }).then(appStatsResponse),
    getOverview({ ctx: owner, input: report }),
  ]);
  const figure = overview.figures[mode];
  const values = valuesOf(stats);
  const days = daysOf(report);

  // The JSON answer is what happened.
  const expected = await expectedValues({ report, mode, happenings, days });
  expect(values).toEqual(expected.values);

  // The overview and the errors by code are the same numbers.
  const [ordinary = [], ...errors] = Object.values(values);
  expect(figure.values).toEqual(ordinary);
  expect(figure.total).toBe(expected.total);
  if (modeRecords[mode].byError) {
    const listed = await getErrors({ ctx: owner, input: report });
    expect(Object.fromEntries(listed.map(({ code, values }) => [code, values]))).toEqual(
      Object.fromEntries(Object.entries(values).slice(1)),
    );
    expect(stats.chartData.slice(1).map(({ count }) => count)).toEqual(errors.map(sum));
    expect(listed.map(({ count }) => count)).toEqual(errors.map(sum));
  }

  // A day's hours add up to the day; of users, each hour has at most the day's.
  const busiest = Math.max(0, ordinary.indexOf(Math.max(...ordinary)));
  const day = days[busiest] as string;
  const { softId, timezone } = report;
  const asked = { softId, mode, from: day, to: day, timezone, unit: "hour" } as const;
  const { values: hourly } = await getAppStats({ ctx: owner, input: asked });
  if (modeRecords[mode].distinct) expect(Math.max(...hourly)).toBeLessThanOrEqual(ordinary[busiest] ?? 0);
  else expect(sum(hourly)).toBe(ordinary[busiest]);

  // The CSV and the table for a terminal, read back.
  const csv = statsCsv(stats, { mode, timezone, distinct: figure.total });
  expect(readCsv(csv, mode)).toEqual({ days, values, totals: totalsOf(values, mode, figure.total) });
  const text = statsText(stats, {
    mode,
    timezone,
    width,
    moved: movedOf(overview, mode),
    distinct: figure.total,
  });
  expect(readTable(text, mode)).toEqual({
    good: ordinary,
    errors: ordinary.map((_, index) => sum(errors.map((one) => one[index] ?? 0))),
    total: figure.total,
    errorTotal: sum(errors.map(sum)),
    byCode: Object.fromEntries(
      Object.entries(values)
        .slice(1)
        .map(([name, one]) => [name, sum(one)]),
    ),
  });
}

function valuesOf({ chartData }: ReturnType<typeof appStatsResponse>): Record<string, number[]> {
  return Object.fromEntries(chartData.map(({ name, data }) => [name, data.map(({ y }) => y)]));
}

function daysOf({ from, to }: Report): string[] {
  const days = [from];
  while ((days.at(-1) as string) < to) days.push(addDays(days.at(-1) as string, 1));
  return days;
}

/**
 * Computed from the generated history, money from the ledger. Days are those of Intl, since PostgreSQL's time zones may be of
 * another year.
 */
async function expectedValues({
  report,
  mode,
  happenings,
  days,
}: {
  report: Report;
  mode: Mode;
  happenings: readonly Happening[];
  days: string[];
}): Promise<{ values: Record<string, number[]>; total: number }> {
  const { timezone } = report;
  const named = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
  const dated = happenings.map((one) => ({ ...one, day: named.format(one.at) }));
  const daily = (picked: typeof dated) => days.map((day) => picked.filter((one) => one.day === day).length);
  const kind = (name: string) => dated.filter((one) => one.kind === name);

  const { name, metrics, byError, distinct, money } = modeRecords[mode];
  const total = (values: number[]) => ({ values: { [name]: values }, total: sum(values) });
  if (byError) {
    const codes = new Map<string, typeof dated>();
    for (const one of dated) {
      if ("code" in one && days.includes(one.day)) codes.set(one.code, [...(codes.get(one.code) ?? []), one]);
    }
    const ready = daily(kind("ready"));
    const values = [...codes].map(([code, found]) => [code, daily(found)]);
    return { values: { [name]: ready, ...Object.fromEntries(values) }, total: sum(ready) };
  }
  if (distinct) {
    const seen = dated.flatMap((one) => ("accountId" in one ? { day: one.day, who: one.accountId } : []));
    const accounts = (of: typeof seen) => new Set(of.map(({ who }) => who)).size;
    return {
      values: { [name]: days.map((day) => accounts(seen.filter((one) => one.day === day))) },
      total: accounts(seen.filter(({ day }) => days.includes(day))),
    };
  }
  if (money) {
    const rows = await system.sql`
        select at, available from ledger_entry where application_id = ${report.softId} and kind = 'commission'`;
    const earned = new Map<string, number>();
    for (const { at, available } of rows) {
      const day = named.format(at);
      earned.set(day, (earned.get(day) ?? 0) + Number(available));
    }
    const until = (day: string) => sum([...earned].filter(([one]) => one < day).map(([, n]) => n));
    const cents = (day: string) => Math.floor(until(addDays(day, 1)) / 10_000) - Math.floor(until(day) / 10_000);
    return total(days.map(cents));
  }
  return total(daily(kind(metrics[0])));
}

function totalsOf(values: Record<string, number[]>, mode: Mode, distinct: number): number[] {
  return modeRecords[mode].distinct ? [distinct] : Object.values(values).map(sum);
}

interface Shown {
  length: number;
  unit: Unit;
  compare: boolean;
  hidden: string[];
}

async function expectSameChart(range: Report, mode: Mode, shown: Shown): Promise<void> {
  const { length, unit: chosen, compare, hidden } = shown;
  const { softId, timezone } = range;
  const byHour = length === 1;
  const unit = byHour ? "hour" : chosen;
  const overview = await getOverview({ ctx: owner, input: { ...range, unit: byHour ? "day" : chosen } });
  const { chartData } = appStatsResponse(await getAppStats({ ctx: owner, input: { ...range, mode } }));
  const read = async ({ from, to }: { from: string; to: string }) =>
    chartRows(await getAppStats({ ctx: owner, input: { softId, mode, from, to, timezone, unit } }));

  // What the screen starts from is the JSON answer; a day's hours, and the days of a week or a month, add up to it,
  // except for users, of whom one who came twice is one.
  const whole = await read(range);
  const answered = new Map(chartData.map(({ name, data }) => [name, data.map(({ y }) => y)]));
  const columns = new Map(whole.series.map(({ name }, index) => [name, whole.rows.map(({ values }) => values[index])]));
  const days = Array.from({ length }, (_, index) => addDays(range.from, index));
  const within = (data: readonly number[], { key, last = key }: { key: string; last?: string }) =>
    data.filter((_, index) => key <= (days[index] ?? "") && (days[index] ?? "") <= last);
  if (!byHour && (unit === "day" || !modeRecords[mode].distinct))
    expect(columns).toEqual(
      new Map([...answered].map(([name, data]) => [name, whole.rows.map((row) => sum(within(data, row)))])),
    );
  else if (!byHour)
    for (const row of whole.rows) {
      const users = within(answered.get(whole.series[0]?.name ?? "") ?? [], row);
      expect(row.values[0]).toBeGreaterThanOrEqual(Math.max(...users));
      expect(row.values[0]).toBeLessThanOrEqual(sum(users));
    }
  else if (!modeRecords[mode].distinct)
    for (const [name, values] of columns)
      expect([values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]).toEqual(answered.get(name));

  const off = hiddenOf(whole.series, hidden);
  const one = withoutHidden(whole, off);
  const chart = compare ? withBefore(one, await read(overview.comparedWith), off) : one;
  const numbers = chart.rows.map(({ values, before }) => [...values, ...(before === undefined ? [] : [before])]);

  // The file, read back, and the file that the command line writes.
  const distinct = overview.figures.users.total;
  const lines = chartCsv(chart, { mode, unit, distinct }).trim().split("\r\n");
  const cents = (text: string) => (modeRecords[mode].money ? Math.round(Number(text) * 100) : Number(text));
  // An empty cell is an hour that the day before had not.
  const cellsOf = (line: string) => line.split(",").slice(1).filter(Boolean).map(cents);
  expect(lines.slice(1, -1).map(cellsOf)).toEqual(numbers);
  if (!byHour && unit === "day" && !compare && off.length === 0)
    expect(`${lines.join("\r\n")}\r\n`).toBe(statsCsv({ chartData }, { mode, timezone, distinct }));

  // The table that everybody can read.
  const table = renderToStaticMarkup(<Numbers {...chart} show={String} />);
  const rows = table.split("<tr>").slice(1);
  const cells = rows.map((row) =>
    [...row.matchAll(/<td[^>]*>(?:<span[^>]*>)?(\d+)</g)].map(([, text]) => Number(text)),
  );
  expect(cells).toEqual(numbers);

  // The table and the chart that the server draws, of all series.
  const numbersIn = (html: string, value: RegExp) => [...html.matchAll(value)].map(([, text]) => Number(text));
  const all = whole.rows.flatMap(({ values }) => values);
  expect(numbersIn(chartTable(whole, String).text, /<td>(\d+)<\/td>/g)).toEqual(all);
  const drawn = chartSvg(whole, { label: "", money: modeRecords[mode].money }).text;
  expect(numbersIn(drawn, /data-value="(\d+)"/g)).toEqual(all.filter((value) => value > 0));
}
