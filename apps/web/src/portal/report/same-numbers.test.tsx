import { modeRecords, modes } from "@gatepost/contract/modes";
import { size } from "@gatepost/domain/platform/test-size";
import { newApplication, newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { addDays, localDay, type Unit, units } from "@gatepost/domain/statistics/days";
import { getAppStats } from "@gatepost/domain/statistics/get-app-stats";
import { getHours, getOverview } from "@gatepost/domain/statistics/get-overview";
import { type Happening, plainMetrics, writeHistory } from "@gatepost/domain/statistics/history-testing";
import { testZones } from "@gatepost/domain/statistics/test-zones";
import { appStatsResponse } from "@gatepost/presenters/stats";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { statsCsv } from "../../../../cli/src/output/stats-text.ts";
import { chartSvg, chartTable } from "../../public/static-chart.ts";
import {
  type ChartData,
  chartCsv,
  dayRows,
  hiddenOf,
  hourRows,
  withBefore,
  withoutHidden,
} from "../../report/chart-rows.ts";
import { Numbers } from "./numbers.tsx";

/** Histories. */
const runs = size(5, 300);

const system = await openTestContext();
const owner = await newCaller(system, { balance: 1_000_000_000_000n });

const quarterMs = 900_000;
const ago = fc.oneof(fc.nat(95), fc.nat(95 * 80)).map((quarters) => quarters * quarterMs + 1);
const code = fc.constantFrom("ERROR_STEP_FAILED", "ERROR_VARIABLE_TIMEOUT", "ERROR_ZERO_BALANCE");
const happening = fc.oneof(
  fc.record({ kind: fc.constant("ready" as const), ago, price: fc.integer({ min: 1, max: 9_000_000 }) }),
  fc.record({ kind: fc.constant("failed" as const), ago, price: fc.constant(2_000), code }),
  fc.record({ kind: fc.constant("refused" as const), ago, code }),
  fc.record({ kind: fc.constantFrom(...plainMetrics), ago }),
);
const shown = fc.record({
  timezone: fc.constantFrom(...testZones),
  back: fc.oneof(fc.constant(0), fc.nat(40)),
  length: fc.constantFrom(1, 1, 7, 30, 90, 200),
  unit: fc.constantFrom(...units),
  compare: fc.boolean(),
  hidden: fc.subarray(["Accepted (paid)", "ERROR_STEP_FAILED", "ERROR_ZERO_BALANCE"]),
});

test("U5: the chart, its table, its CSV and the JSON response have the same numbers, in all modes, ranges, units and zones", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 80 }),
      fc.array(shown, { minLength: 2, maxLength: 3 }),
      async (histories, views) => {
        const softId = await newApplication(system, owner);
        const now = Date.now();
        const { accountId } = owner.actor;
        const happenings = histories.map(({ ago, ...one }) => {
          const whose = one.kind === "ready" || one.kind === "failed" ? { accountId } : {};
          return { ...one, ...whose, at: new Date(now - ago) } as Happening;
        });
        await writeHistory(system, { softId, ownerId: accountId, happenings, commission: 100_000 });
        for (const view of views) for (const mode of modes) await expectSame({ softId, mode, ...view, now });
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
});

interface Shown {
  softId: number;
  mode: (typeof modes)[number];
  timezone: string;
  back: number;
  length: number;
  unit: Unit;
  compare: boolean;
  hidden: string[];
  now: number;
}

async function expectSame({
  softId,
  mode,
  timezone,
  back,
  length,
  unit: chosen,
  compare,
  hidden,
  now,
}: Shown): Promise<void> {
  const to = addDays(localDay(now, timezone), -back);
  const range = { softId, from: addDays(to, 1 - length), to, timezone };
  const unit = length === 1 ? "day" : chosen;
  const overview = await getOverview({ ctx: owner, input: { ...range, unit } });
  const { chartData } = appStatsResponse(await getAppStats({ ctx: owner, input: { ...range, mode } }));
  const byHour = length === 1;
  const read = async (day: string, comparedBy?: "previous"): Promise<ChartData> =>
    byHour
      ? hourRows(await getHours({ ctx: owner, input: { softId, mode, day, timezone } }), mode)
      : dayRows(
          await getAppStats({ ctx: owner, input: { ...range, mode, unit, comparedBy } }),
          !comparedBy && overview.partial,
          unit,
        );

  // What the screen starts from is the JSON answer; a day's hours, and the days of a week or a month, add up to it,
  // except for users, of whom one who came twice is one.
  const whole = await read(range.from);
  const answered = new Map(chartData.map(({ name, data }) => [name, data.map(({ y }) => y)]));
  const columns = new Map(whole.series.map(({ name }, index) => [name, whole.rows.map(({ values }) => values[index])]));
  const days = Array.from({ length }, (_, index) => addDays(range.from, index));
  const within = (data: readonly number[], { key, last = key }: { key: string; last?: string }) =>
    data.filter((_, index) => key <= (days[index] ?? "") && (days[index] ?? "") <= last);
  const added = (data: readonly number[]) => data.reduce((sum, value) => sum + value, 0);
  if (!byHour && (unit === "day" || !modeRecords[mode].distinct))
    expect(columns).toEqual(
      new Map([...answered].map(([name, data]) => [name, whole.rows.map((row) => added(within(data, row)))])),
    );
  else if (!byHour)
    for (const row of whole.rows) {
      const users = within(answered.get(whole.series[0]?.name ?? "") ?? [], row);
      expect(row.values[0]).toBeGreaterThanOrEqual(Math.max(...users));
      expect(row.values[0]).toBeLessThanOrEqual(added(users));
    }
  else if (!modeRecords[mode].distinct)
    for (const [name, values] of columns)
      expect([values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]).toEqual(answered.get(name));

  const off = hiddenOf(whole.series, hidden);
  const one = withoutHidden(whole, off);
  const { comparedWith } = overview;
  const chart = compare ? withBefore(one, await read(comparedWith.from, "previous"), off) : one;
  const numbers = chart.rows.map(({ values, before }) => [...values, ...(before === undefined ? [] : [before])]);

  // The file, read back, and the file that the command line writes.
  const distinct = overview.figures.users.total;
  const lines = chartCsv(chart, { mode, unit: byHour ? "hour" : unit, distinct })
    .trim()
    .split("\r\n");
  const cents = (text: string) => (modeRecords[mode].money ? Math.round(Number(text) * 100) : Number(text));
  // An empty cell is an hour that the day before had not.
  const cellsOf = (line: string) => line.split(",").slice(1).filter(Boolean).map(cents);
  expect(lines.slice(1, -1).map(cellsOf)).toEqual(numbers);
  if (!byHour && unit === "day" && !compare && off.length === 0)
    expect(`${lines.join("\r\n")}\r\n`).toBe(statsCsv({ chartData }, { mode, timezone, distinct }));

  // The table that everybody can read.
  const table = renderToStaticMarkup(<Numbers {...chart} show={String} />);
  const rows = table.split("<tr>").slice(2);
  const cells = rows.map((row) => [...row.matchAll(/<td[^>]*>(\d+)<\/td>/g)].map(([, text]) => Number(text)));
  expect(cells).toEqual(numbers);

  // The table and the chart that the server draws, of all series.
  const numbersIn = (html: string, value: RegExp) => [...html.matchAll(value)].map(([, text]) => Number(text));
  const all = whole.rows.flatMap(({ values }) => values);
  expect(numbersIn(chartTable(whole, String).text, /<td>(\d+)<\/td>/g)).toEqual(all);
  const drawn = chartSvg(whole, { label: "", money: modeRecords[mode].money }).text;
  expect(numbersIn(drawn, /data-value="(\d+)"/g)).toEqual(all.filter((value) => value > 0));
}
