import { expect, onTestFinished, test, vi } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newApplication, newCaller, openTestContext } from "../platform/testing.ts";
import { correctCount } from "./correct-count.ts";
import { localTime } from "./days.ts";
import { getAppStats, getErrors } from "./get-app-stats.ts";
import { getOverview } from "./get-overview.ts";
import { addNote, explainPoint, listNotes, removeNote } from "./notes.ts";
import { changeOf, type Range, rangeOf, spansBefore } from "./range.ts";
import { readSpans, totals } from "./read-counts.ts";

let softId: number;

const system = await openTestContext();
const owner = await newCaller(system);

/** A fresh application with counts: `[metric, quarter hour, n, label]`. */
async function counts(rows: [metric: string, at: string, n: number, label?: string][]): Promise<void> {
  softId = await newApplication(system, owner);
  await system.db.prisma.count.createMany({
    data: rows.map(([metric, at, n, label = ""]) => ({
      applicationId: softId,
      metric,
      bucket: new Date(at),
      label,
      n: BigInt(n),
    })),
  });
}

function range(from: string, to: string, now = "2026-11-20T12:00:00Z"): Range {
  return rangeOf({ from, to }, new Date(now));
}

test("a day that is half over is compared with the same half of the earlier day; a change since zero is not a percentage", () => {
  const now = range("2026-11-19", "2026-11-20", "2026-11-20T12:07:00Z");
  const before = range("2026-11-12", "2026-11-13");
  const [whole, cut] = spansBefore(before.days, now, new Date("2026-11-20T12:07:00Z"));
  expect((whole?.end ?? 0) - (whole?.begin ?? 0)).toBe(86_400);
  expect((cut?.end ?? 0) - (cut?.begin ?? 0)).toBe(12.25 * 3_600);

  expect([changeOf(5, 0), changeOf(0, 0), changeOf(3, 2), changeOf(1, 2)]).toEqual([null, null, 0.5, -0.5]);
});

test("the earliest days that a report may have are compared with the days before them", async () => {
  await counts([["view", "1971-01-01T10:00:00Z", 1]]);
  const input = { softId, from: "1971-01-01", to: "1971-01-01" };
  const { figures, comparedWith } = await getOverview({ ctx: owner, input });
  expect([figures.views, comparedWith]).toMatchObject([{ total: 1, before: 0 }, { from: "1970-12-25" }]);
  expect(await getErrors({ ctx: owner, input })).toEqual([]);
});

test("error codes have their share of the whole and their trend", async () => {
  await counts([
    ["error", "2026-03-02T10:00:00Z", 2, "ERROR_STEP_FAILED"],
    ["error", "2026-03-09T10:00:00Z", 3, "ERROR_STEP_FAILED"],
    ["error", "2026-03-09T11:00:00Z", 1, "ERROR_ZERO_BALANCE"],
  ]);
  const rows = await getErrors({ ctx: owner, input: { softId, from: "2026-03-09", to: "2026-03-09" } });
  expect(rows.map(({ code, count, share, before }) => [code, count, share, before])).toEqual([
    ["ERROR_STEP_FAILED", 3, 0.75, 2],
    ["ERROR_ZERO_BALANCE", 1, 0.25, 0],
  ]);
});

test("a day by hour follows the zone's clock, and a day in which it goes forward has 23 hours", async () => {
  await counts([
    ["view", "2026-03-29T00:45:00Z", 1],
    ["view", "2026-03-29T01:00:00Z", 2],
  ]);
  const [day, timezone] = ["2026-03-29", "Europe/Paris"];
  const input = { softId, mode: "views", from: day, to: day, timezone, unit: "hour" } as const;
  const { days, values, unfinished } = await getAppStats({ ctx: owner, input });
  expect([days.length, unfinished]).toEqual([23, 0]);
  expect(days.slice(0, 4).map(({ begin }, hour) => [localTime(begin * 1000, timezone), values[hour]])).toEqual([
    ["00:00", 0],
    ["01:00", 1],
    ["03:00", 2],
    ["04:00", 0],
  ]);
  const half = { ...input, from: "2026-04-05", to: "2026-04-05", timezone: "Australia/Lord_Howe" } as const;
  const last = (await getAppStats({ ctx: owner, input: half })).days.at(-1);
  expect((last?.end ?? 0) - (last?.begin ?? 0), "where clocks go back by half an hour").toBe(1_800);
  const today = await getAppStats({ ctx: owner, input: { softId, mode: "views", unit: "hour" } });
  expect(today.unfinished, "this hour, and those to come").toBe(24 - Number(today.until.slice(0, 2)));
});

test("a point is explained by what it counted and what it left out, with the reason", async () => {
  await counts([
    ["view", "2026-03-09T10:00:00Z", 30],
    ["view_excluded", "2026-03-09T10:00:00Z", 10, "crawler"],
    ["view_excluded", "2026-03-09T10:00:00Z", 2, "prefetch"],
  ]);
  expect(await explainPoint({ ctx: owner, input: { softId, mode: "views", day: "2026-03-09" } })).toEqual({
    counted: [{ metric: "view", label: "", n: 30 }],
    leftOut: [
      { reason: "crawler", n: 10 },
      { reason: "prefetch", n: 2 },
    ],
    notes: [],
  });
});

test("a correction changes a day that has ended, in reports that were read before too, takes from any rows, and leaves a note", async () => {
  await counts([]);
  await system.sql`
    insert into count (application_id, metric, bucket, label, shard, n)
    select ${softId}::int, 'view', '2026-03-09T10:00Z', '', shard, n from (values (3, 10), (7, 20), (9, 30)) as c(shard, n)`;
  const at = new Date("2026-03-09T10:07:00Z");
  const correct = (by: number) =>
    correctCount({ ctx: system, input: { softId, metric: "view", at, by, reason: "A monitor that did not say so." } });
  const report = { softId, mode: "views", from: "2026-03-09", to: "2026-03-09" } as const;
  const views = async () => (await getAppStats({ ctx: owner, input: report })).values[0];
  expect(await views()).toBe(60);
  await correct(-4);
  expect(await views()).toBe(56);
  expect(await listNotes({ ctx: owner, input: { softId, from: "2026-03-01", to: "2026-03-31" } })).toMatchObject({
    items: [{ day: "2026-03-09", kind: "correction", text: "A monitor that did not say so. (4 fewer views)" }],
  });
  await correct(-41);
  expect(await views()).toBe(15);
  await expect(correct(-16)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: "Only 15 were counted in this quarter of an hour, less than 16.",
  });
  await correct(-15);
  expect(await views()).toBe(0);
  await correct(4);
  expect(await views()).toBe(4);
});

test("a day that had ended by a clock that was ahead is read again once it has ended", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await counts([["view", "2026-03-09T10:00:00Z", 1]]);
  const set = (n: number) => system.sql`update count set n = ${n} where application_id = ${softId}`;
  const viewsBy = async (clock: string) => {
    const application = { softId, revision: 0, createdAt: new Date(0), now: new Date(clock) };
    return totals(await readSpans(owner, application, "view", range("2026-03-09", "2026-03-09").days));
  };
  expect(await viewsBy("2026-03-10T12:00:00Z")).toEqual([1]);
  await set(2);
  expect(await viewsBy("2026-03-09T12:00:00Z")).toEqual([2]);
  expect(await viewsBy("2026-03-10T12:00:00Z")).toEqual([2]);
  await set(3);
  vi.advanceTimersByTime(3_600_000);
  expect(await viewsBy("2026-03-10T12:00:00Z"), "nothing was read until the clock was set back").toEqual([3]);
});

test("the note of a correction is shown on the day of its quarter of an hour in the zone, an own note on its day until it is removed", async () => {
  await counts([["view", "2026-03-09T23:45:00Z", 30]]);
  const at = new Date("2026-03-09T23:50:00Z");
  await correctCount({ ctx: system, input: { softId, metric: "view", at, by: -4, reason: "A monitor." } });
  const own = { day: "2026-03-09", text: "Version 2 released" };
  const { noteId } = await addNote({ ctx: owner, input: { softId, ...own } });
  const days = async (timezone: string, from = "2026-03-01", to = "2026-03-31") =>
    (await listNotes({ ctx: owner, input: { softId, from, to, timezone } })).items.map(({ kind, day }) => [kind, day]);
  expect(await days("UTC")).toEqual([
    ["correction", "2026-03-09"],
    ["own", "2026-03-09"],
  ]);
  expect(await days("Europe/Paris")).toEqual([
    ["own", "2026-03-09"],
    ["correction", "2026-03-10"],
  ]);
  expect(await days("Europe/Paris", "2026-03-10", "2026-03-10")).toEqual([["correction", "2026-03-10"]]);
  expect(await days("Europe/Paris", "2026-03-09", "2026-03-09")).toEqual([["own", "2026-03-09"]]);
  // The point that was corrected is the point that says so.
  for (const [timezone, day] of [
    ["Europe/Paris", "2026-03-10"],
    ["America/New_York", "2026-03-09"],
  ] as const) {
    const explained = await explainPoint({ ctx: owner, input: { softId, mode: "views", day, timezone } });
    expect(explained.counted).toEqual([{ metric: "view", label: "", n: 26 }]);
    expect(explained.notes).toContainEqual(expect.objectContaining({ kind: "correction", day }));
  }
  const listed = async () =>
    (await listNotes({ ctx: owner, input: { softId, from: "2026-03-09", to: "2026-03-09", timezone: "Europe/Paris" } }))
      .items;
  expect(await listed()).toEqual([{ noteId, kind: "own", ...own }]);
  await removeNote({ ctx: owner, input: { softId, noteId } });
  expect(await listed()).toEqual([]);
});

test("the last day is counted to its end, or to this moment", async () => {
  await counts([]);
  const days = { from: "2026-02-17", to: "2026-03-01" };
  const past = await getAppStats({ ctx: owner, input: { softId, mode: "views", ...days } });
  expect([past.days[0]?.iso, past.days.at(-1)?.iso, past.until]).toEqual(["2026-02-17", "2026-03-01", "23:59"]);
  const present = await getAppStats({ ctx: owner, input: { softId, mode: "views" } });
  expect(present.until).toMatch(/^\d{2}:\d{2}$/);
  expect(present.days).toHaveLength(30);
  expect(present.values).toHaveLength(30);
});

test("for a caller who may not see a report, no day of it is read, and no other error is reported", async () => {
  await counts([]);
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
