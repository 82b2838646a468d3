import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { KeyContext } from "@gatepost/domain/platform/context";
import { size } from "@gatepost/domain/platform/test-size";
import { newApplication, newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { correctCount } from "@gatepost/domain/statistics/correct-count";
import { addDays, localDay } from "@gatepost/domain/statistics/days";
import { getAppStats, getErrors } from "@gatepost/domain/statistics/get-app-stats";
import { getHours, getOverview } from "@gatepost/domain/statistics/get-overview";
import {
  excludedMetrics,
  type Happening,
  plainMetrics,
  writeHistory,
} from "@gatepost/domain/statistics/history-testing";
import { testZones } from "@gatepost/domain/statistics/test-zones";
import { appStatsResponse } from "@gatepost/presenters/stats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { movedOf, statsCsv, statsText } from "./output/stats-text.ts";

export function readCsv(csv: string, mode: Mode) {
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

export function readTable(text: string, mode: Mode) {
  const read = (shown: string) => {
    const plain = shown.replace(/[$,]/g, "");
    return modeRecords[mode].money ? centsOf(plain) : Number(plain);
  };
  const lines = text.split("\n");
  const rows = lines.flatMap((line) => {
    const [, good = "", errors = "0"] =
      /^\d{1,2} [A-Z][a-z]{2} +([$\d,.]+)(?: +([\d,]+))?(?: +[█░]*)?$/.exec(line) ?? [];
    return good ? { good: read(good), errors: Number(errors.replaceAll(",", "")) } : [];
  });
  const totals = lines.flatMap((line) => {
    const [, good = "", errors = "0"] = /^(?:total|distinct) +([$\d,.]+)(?: +([\d,]+))?$/.exec(line) ?? [];
    return good ? { good: read(good), errors: Number(errors.replaceAll(",", "")) } : [];
  });
  const codes = lines.flatMap((line) => {
    const [, code = "", count = ""] = /^(ERROR_\w+) +([\d,]+) +\d+ % /.exec(line) ?? [];
    return code ? [[code, Number(count.replaceAll(",", ""))]] : [];
  });
  return {
    good: rows.map(({ good }) => good),
    errors: rows.map(({ errors }) => errors),
    total: totals[0]?.good,
    errorTotal: totals[0]?.errors,
    byCode: Object.fromEntries(codes),
  };
}

/** Digits alone, since a float would round what is to be compared. */
function centsOf(dollars: string): number {
  expect(dollars).toMatch(/^\d+\.\d\d$/);
  return Number(dollars.replace(".", ""));
}

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

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
  length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(366)),
  width: fc.constantFrom(40, 80, 200),
});

const history = fc.record({
  happenings: fc.array(generated, { minLength: 1, maxLength: 120 }),
  views: fc.array(view, { minLength: 2, maxLength: 3 }),
  commission: fc.constantFrom(0, 100_000, 333_333),
});

type Report = { softId: number; from: string; to: string; timezone: string };

test("U5: the JSON response, the CSV, the terminal's table, the overview and the ledger have the same numbers, to the cent", {
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

      for (const { timezone, back, length, width } of views) {
        const to = addDays(localDay(now, timezone), -back);
        const report = { softId, from: addDays(to, 1 - length), to, timezone };
        for (const mode of modes) await expectSame({ report, mode, happenings, width });
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
  const hours = await getHours({ ctx: owner, input: { softId, mode, day, timezone } });
  const hourly = hours.map(({ y }) => y);
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
