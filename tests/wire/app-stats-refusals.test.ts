import { expect, test } from "vitest";
import { expectError, expectSuccess } from "./call.ts";
import { openStats } from "./stats.ts";

/** CONTRACT.md, section 7: what is not a request for a report. */

const { clientKey, call, stats } = await openStats();

test.for([undefined, null, "", "abc", -1, 1.5, {}, []])("softId must be there and an integer: %j", async (wrong) => {
  const answer = await call("getAppStats", { clientKey, softId: wrong });
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain("softId");
});

test.for(["", "error", "all", "views,money", 0, 1, {}, [], ["errors"], true])(
  "mode must be one of the five: %j",
  async (mode) => {
    const answer = await stats({ mode });
    expectError(answer, "ERROR_BAD_REQUEST");
    expect(answer.body.errorDescription).toContain("mode");
  },
);

test.for([
  [{ from: "2026-02-02", to: "2026-02-01" }, "from"],
  [{ from: "2026-02-30" }, "from"],
  [{ to: "2025-02-29" }, "to"],
  [{ from: "2026-2-1" }, "from"],
  [{ from: "01.02.2026" }, "from"],
  [{ from: "2026-02-01T00:00:00Z" }, "from"],
  [{ from: 20260201 }, "from"],
  [{ to: ["2026-02-01"] }, "to"],
  [{ from: "0000-01-01", to: "0000-01-02" }, "from"],
  [{ from: "2020-01-01" }, "366"],
  [{ timezone: "Mars/Olympus" }, "timezone"],
  [{ timezone: "+02:00" }, "timezone"],
  [{ timezone: 2 }, "timezone"],
  [{ timezone: "Europe/Berlin; drop table task" }, "timezone"],
] as const)("a range that is not one: %j", async ([range, named]) => {
  const answer = await stats(range);
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain(named);
});

test.for(["UTC", "utc", "Europe/Berlin", "europe/berlin", "US/Pacific", null])(
  "a zone is taken by its IANA name: %s",
  async (timezone) => {
    expectSuccess(await stats({ timezone }), "getAppStats");
  },
);
