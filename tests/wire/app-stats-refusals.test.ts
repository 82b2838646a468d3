import { expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openStats } from "./stats.ts";

/** Requests for a report that are refused: docs/contract.md, section 7. */

const { clientKey, softId, operator, call, stats } = await openStats();

test.for([undefined, null, "", "abc", -1, 1.5, {}, []])("softId must be there and an integer: %j", async (wrong) => {
  const answer = await call("getAppStats", { clientKey, softId: wrong });
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain("softId");
});

test.for([0, "0", "00"])("softId %j is no application's, and is denied like an unknown one", async (none) => {
  expectError(await call("getAppStats", { clientKey, softId: none }), "ERROR_ACCESS_DENIED");
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
  [{ from: "0000-01-01", to: "0000-01-02" }, "from must be a day from 1971-01-01 to 9998-12-31"],
  [{ from: "1970-12-31", to: "1971-01-02" }, "from must be a day from 1971-01-01 to 9998-12-31"],
  [{ to: "9999-01-01" }, "to must be a day from 1971-01-01 to 9998-12-31"],
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

test("anybody but the owner is denied whatever else is wrong, in the same words for every softId", async () => {
  const stranger = await newAccount(operator);
  await newApplication(operator, stranger);
  const texts = new Set<string>();
  for (const wrong of [
    {},
    { mode: "visits" },
    { mode: 7 },
    { from: "1 May" },
    { from: "2026-02-30" },
    { timezone: "Mars/X" },
  ])
    for (const id of [softId, String(softId), 0, 4_000_000_000_000_000]) {
      const answer = await call("getAppStats", { clientKey: stranger.clientKey, softId: id, ...wrong });
      expectError(answer, "ERROR_ACCESS_DENIED");
      texts.add(answer.text);
    }
  expect([...texts]).toHaveLength(1);
  expect([...texts][0]).toContain("Your account owns no application with this softId");
  expectError(await call("getAppStats", { clientKey: stranger.clientKey, mode: "visits" }), "ERROR_BAD_REQUEST");
  expectError(await call("getAppStats", { clientKey: "gp_x", softId, mode: "visits" }), "ERROR_KEY_DOES_NOT_EXIST");
});
