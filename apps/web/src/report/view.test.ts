import { modes } from "@gatepost/contract/modes";
import { units } from "@gatepost/domain/statistics/days";
import fc from "fast-check";
import { expect, test } from "vitest";
import { forms, movedRange, presets, presetTexts, readView, unitOf, unitsOf, writeView } from "./view.ts";

const at = { now: new Date("2026-11-21T10:00:00Z"), createdAt: new Date("2024-05-17T12:00:00Z") };
const read = (text: string) => readView(new URLSearchParams(text), at);

test("the default range is 30 days and ends today", () => {
  expect(read("")).toMatchObject({
    mode: "errors",
    range: "30d",
    from: "2026-10-23",
    to: "2026-11-21",
    timezone: "UTC",
  });
});

test.for([
  ["range=today", "2026-11-21", "2026-11-21"],
  ["range=yesterday", "2026-11-20", "2026-11-20"],
  ["range=7d", "2026-11-15", "2026-11-21"],
  ["range=month", "2026-11-01", "2026-11-21"],
  ["range=lastmonth", "2026-10-01", "2026-10-31"],
  ["range=year", "2026-01-01", "2026-11-21"],
  ["range=12mo", "2025-12-01", "2026-11-21"],
  ["range=all", "2024-05-17", "2026-11-21"],
  ["from=2018-02-01&to=2026-02-28", "2018-02-01", "2026-02-28"],
  ["range=7d&tz=Pacific/Kiritimati", "2026-11-16", "2026-11-22"],
] as const)("%s is %s to %s", ([text, from, to]) => {
  expect(read(text)).toMatchObject({ from, to });
});

test.for([
  "mode=nothing",
  "from=2026-02-30&to=2026-03-01",
  "from=2026-03-02&to=2026-03-01",
  "from=1990-01-01&to=2026-03-01",
  "tz=Nowhere",
  "by=decade",
  "compare=2026-02-30",
  "compare=9999-12-31",
  "form=pie",
])("what cannot be read is the default: %s", (text) => {
  expect(read(text)).toEqual(read(""));
});

test.for([
  ["range=today", "hour", ["day"]],
  ["range=30d&by=week", "week", ["day", "week"]],
  ["range=30d&by=month", "day", ["day", "week"]],
  ["range=12mo", "week", ["day", "week", "month"]],
  ["range=12mo&by=month", "month", ["day", "week", "month"]],
  ["range=all", "month", ["week", "month"]],
  ["range=all&by=day", "month", ["week", "month"]],
] as const)("%s is shown by %s, of %s", ([text, unit, possible]) => {
  expect(unitOf(read(text))).toBe(unit);
  expect(unitsOf(read(text))).toEqual(possible);
});

test("the range before and the one after lead back to where one was", () => {
  const start = read("range=7d&mode=views");
  const before = movedRange(start, -1, at);
  expect(before).toMatchObject({ range: "custom", from: "2026-11-08", to: "2026-11-14", mode: "views" });
  expect(movedRange(before, 1, at)).toEqual(start);
  expect(movedRange(start, 1, at), "nothing has happened yet").toBe(start);
});

test("a month is compared with the whole month before, and a year with the whole year before", () => {
  const month = movedRange(read("range=month"), -1, at);
  expect(month).toMatchObject({ range: "lastmonth", from: "2026-10-01", to: "2026-10-31" });
  expect(movedRange(month, -1, at)).toMatchObject({ range: "custom", from: "2026-09-01", to: "2026-09-30" });
  expect(movedRange(month, 1, at)).toEqual(read("range=month"));
  const year = movedRange(read("range=year"), -1, at);
  expect(year).toMatchObject({ from: "2025-01-01", to: "2025-12-31" });
  expect(movedRange(year, 1, at)).toEqual(read("range=year"));
});

test.for([
  ["2026-12-07", "range=7d", -1, "custom", "2026-11-24", "2026-11-30"],
  ["2026-11-28", "range=28d", -1, "custom", "2026-10-04", "2026-10-31"],
  ["2026-11-30", "range=30d", -1, "custom", "2026-10-02", "2026-10-31"],
  ["2026-12-07", "range=lastmonth", 1, "month", "2026-12-01", "2026-12-07"],
  ["2026-12-01", "range=month", -1, "lastmonth", "2026-11-01", "2026-11-30"],
  ["2026-12-07", "from=2026-11-24&to=2026-11-30", 1, "7d", "2026-12-01", "2026-12-07"],
  ["2026-11-18", "from=2026-11-09&to=2026-11-15", 1, "custom", "2026-11-16", "2026-11-18"],
] as const)("on %s, %s moves by %i to %s, %s to %s", ([today, text, direction, range, from, to]) => {
  const then = { ...at, now: new Date(`${today}T12:00:00Z`) };
  const view = readView(new URLSearchParams(text), then);
  expect(movedRange(view, direction, then)).toMatchObject({ range, from, to });
});

test("a range that has begun ends today, also if its address says later", () => {
  expect(read("from=2026-11-16&to=2026-11-30")).toMatchObject({ to: "2026-11-21" });
  expect(read("from=2026-12-01&to=2026-12-31"), "not begun").toMatchObject({ to: "2026-12-31" });
});

test("each range has a key of its own, which no other shortcut uses", () => {
  const keys = presets.map((preset) => presetTexts[preset].key);
  expect(new Set([...keys, "b", "c", "x", "o", "/", "?"]).size).toBe(presets.length + 6);
});

test("a view written to an address and read from it is the same view", () => {
  fc.assert(
    fc.property(
      fc.record({
        mode: fc.constantFrom(...modes),
        range: fc.constantFrom(...presets),
        timezone: fc.constantFrom("UTC", "Europe/Paris", "Asia/Kathmandu"),
        compare: fc.constantFrom("", "1", "year", "2026-03-01"),
        by: fc.constantFrom("", ...units),
        form: fc.constantFrom("", ...forms),
        hidden: fc.uniqueArray(fc.constantFrom("ERROR_STEP_FAILED", "Accepted (paid)")),
      }),
      ({ mode, range, timezone, compare, by, form, hidden }) => {
        const view = readView(
          new URLSearchParams({ mode, range, tz: timezone, hide: hidden.join(","), compare, by, form }),
          at,
        );
        expect(readView(new URLSearchParams(writeView(view)), at)).toEqual(view);
      },
    ),
  );
});
