import { expect, test } from "vitest";
import { filterHref, isOver, leavesOut, readFilter, type TaskFilter } from "./task-filter.ts";

const filter: TaskFilter = {
  state: "failed",
  errorCode: "ERROR_STEP_FAILED",
  softId: 7,
  templateName: "Sign in & pay",
  search: "a b",
  ended: { from: "2026-03-01", to: "2026-03-31", timezone: "Europe/Paris" },
  after: 12,
};

test("an address says the whole filter, and is read back as it was", () => {
  const address = filterHref(filter);
  expect(address).toBe(
    "/dashboard/tasks?state=failed&code=ERROR_STEP_FAILED&app=7&template=Sign+in+%26+pay&q=a+b" +
      "&from=2026-03-01&to=2026-03-31&tz=Europe%2FParis&after=12",
  );
  expect(readFilter(new URL(address, "https://gatepost.example").searchParams)).toEqual(filter);
  expect(filterHref({})).toBe("/dashboard/tasks");
});

test("a day ends when the next one begins in its time zone", () => {
  const on = (to: string, timezone: string) =>
    isOver({ ended: { from: "2026-03-01", to, timezone } }, new Date("2026-03-02T23:30:00Z"));
  expect([on("2026-03-02", "UTC"), on("2026-03-02", "Europe/Paris"), on("2026-03-03", "Europe/Paris")]).toEqual([
    false,
    true,
    false,
  ]);
  expect(isOver({}, new Date())).toBe(false);
});

test("unreadable filters are ignored", () => {
  const odd = new URLSearchParams("state=gone&code=NONE&app=-1&after=1e99&q=+&template=&from=2026-03-02&to=2026-03-01");
  expect(Object.values(readFilter(odd)).filter((value) => value !== undefined)).toEqual([]);
  expect([leavesOut({ after: 3 }), leavesOut({ search: "x", after: 3 })]).toEqual([false, true]);
});
