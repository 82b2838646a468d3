import { expect, test } from "vitest";
import { filterHref, leavesOut, readFilter, type TaskFilter } from "./task-filter.ts";

const filter: TaskFilter = {
  state: "failed",
  code: "ERROR_STEP_FAILED",
  softId: 7,
  templateName: "Sign in & pay",
  search: "a b",
  after: 12,
};

test("an address says the whole filter, and is read back as it was", () => {
  const address = filterHref(filter);
  expect(address).toBe(
    "/dashboard/tasks?state=failed&code=ERROR_STEP_FAILED&app=7&template=Sign+in+%26+pay&q=a+b&after=12",
  );
  expect(readFilter(new URL(address, "https://gatepost.example").searchParams)).toEqual(filter);
  expect(filterHref({})).toBe("/dashboard/tasks");
});

test("what no filter has is ignored", () => {
  const odd = new URLSearchParams("state=gone&code=NONE&app=-1&after=1e99&q=+&template=");
  expect(Object.values(readFilter(odd)).filter((value) => value !== undefined)).toEqual([]);
  expect([leavesOut({ after: 3 }), leavesOut({ search: "x", after: 3 })]).toEqual([false, true]);
});
