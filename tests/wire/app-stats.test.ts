import { beforeAll, describe, expect, test } from "vitest";
import { type Account, newAccount, newApplication } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { type Hands, hireHands } from "./hands.ts";
import { openWire } from "./wire.ts";

/** CONTRACT.md, section 7: days, keys, modes, arithmetic. The scripted day stands in scripted-day.test.ts. */

const { operator, call } = openWire();
const owner = await newAccount(operator);
const { clientKey } = owner;
const softId = await newApplication(operator, owner);
let hands: Hands;
beforeAll(async () => {
  hands = await hireHands(operator);
});

const modes = ["errors", "views", "downloads", "users", "money"] as const;
const day = 86_400;
const stats = (more: Record<string, unknown> = {}) => call("getAppStats", { clientKey, softId, ...more });
const isoDay = (stamp: number) => new Date(stamp * 1_000).toISOString().slice(0, 10);
const today = () => isoDay(Date.now() / 1_000);

/** Something that happened at a moment of the past, as the quarter hour of that moment keeps it. */
async function happened(id: number, metric: string, at: string, n: number, label = ""): Promise<void> {
  await operator.db.pool.query(
    `insert into count (application_id, metric, bucket, label, shard, n)
     values ($1, $2, date_bin('15 minutes', $3::timestamptz, 'epoch'), $4, 0, $5)`,
    [id, metric, at, label, n],
  );
  // Earned money is in the ledger too.
  if (metric === "money")
    await operator.db.pool.query(
      `with entry as (
         insert into ledger_entry (account_id, kind, available, held, house, application_id, at)
         values ($1, 'commission', $3, 0, -$3::bigint, $2, $4))
       update account set available = available + $3 where id = $1`,
      [owner.accountId, id, n, at],
    );
}

describe("days", () => {
  test.for(modes)(
    "%s: without a range, today and the 29 days before, ascending, without gaps, zeros included",
    async (mode) => {
      const fresh = await newApplication(operator, owner);
      const { body } = await stats({ softId: fresh, mode });
      expect(body.chartData).toHaveLength(1);
      const { data } = body.chartData[0];
      expect(data).toHaveLength(30);
      for (const [n, point] of data.entries()) {
        expect(point).toMatchObject({ y: 0, stamp: point.beginstamp, endstamp: point.beginstamp + day - 1 });
        expect(point.beginstamp % day).toBe(0);
        if (n > 0) expect(point.beginstamp).toBe(data[n - 1].endstamp + 1);
      }
      expect(isoDay(data[29].beginstamp)).toBe(today());
    },
  );

  test("timestamps are Unix seconds, names are English without a leading zero", async () => {
    const { body } = await stats({ from: "2026-01-25", to: "2026-02-01" });
    expect(body.chartData[0].data[0]).toEqual({
      date: "25 January",
      shortdate: "25 Jan",
      y: 0,
      beginstamp: 1_769_299_200,
      endstamp: 1_769_385_599,
      stamp: 1_769_299_200,
    });
    expect(body.chartData[0].data[7]).toMatchObject({ date: "1 February", shortdate: "1 Feb" });
  });

  test("every month has its name", async () => {
    const names = [];
    for (let month = 1; month <= 12; month++) {
      const first = `2025-${String(month).padStart(2, "0")}-01`;
      const { body } = await stats({ from: first, to: first });
      names.push([body.chartData[0].data[0].date, body.chartData[0].data[0].shortdate]);
    }
    const months = "January February March April May June July August September October November December".split(" ");
    expect(names).toEqual(months.map((name) => [`1 ${name}`, `1 ${name.slice(0, 3)}`]));
  });

  test("fromDate is the first day at 00:00; toDate is the last at 23:59 where that is past", async () => {
    expect((await stats({ from: "2026-02-17", to: "2026-02-18" })).body).toMatchObject({
      fromDate: "17 Feb 00:00",
      toDate: "18 Feb 23:59",
    });
  });

  test("toDate is the moment of the report where the range ends today, in the report's zone", async () => {
    for (const timezone of ["UTC", "Asia/Kolkata", "America/Los_Angeles"]) {
      const minute = () =>
        new Date().toLocaleString("en-GB", {
          timeZone: timezone,
          day: "numeric",
          month: "short",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
        });
      const before = minute();
      const { body } = await stats({ timezone });
      const spoken = [before, minute()].map((text) => text.replace(",", "").replace("Sept", "Sep"));
      expect(spoken).toContain(body.toDate);
      expect(body.fromDate).toMatch(/^\d{1,2} [A-Z][a-z]{2} 00:00$/);
    }
  });

  test("from alone ends today; to alone is the last of 30 days", async () => {
    const from = isoDay(Date.now() / 1_000 - 9 * day);
    expect((await stats({ from })).body.chartData[0].data).toHaveLength(10);
    const { data } = (await stats({ to: "2026-03-01" })).body.chartData[0];
    expect([data.length, data[0].date, data[29].date]).toEqual([30, "31 January", "1 March"]);
  });

  test("a range has 366 days at most, a leap year", async () => {
    expect((await stats({ from: "2024-01-01", to: "2024-12-31" })).body.chartData[0].data).toHaveLength(366);
    expectError(await stats({ from: "2024-01-01", to: "2025-01-01" }), "ERROR_BAD_REQUEST");
  });

  test.for([
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
  ] as const)("in %s the day %s has %d hours", async ([timezone, iso, hours]) => {
    const { body } = await stats({ from: iso, to: iso, timezone });
    const [point] = body.chartData[0].data;
    expect(point.endstamp + 1 - point.beginstamp).toBe(hours * 3_600);
    const local = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
    expect(local.format(point.beginstamp * 1_000)).toBe(iso);
    expect(local.format(point.endstamp * 1_000)).toBe(iso);
    expect(local.format((point.beginstamp - 1) * 1_000)).not.toBe(iso);
    expect(local.format((point.endstamp + 1) * 1_000)).not.toBe(iso);
  });

  test("what happened counts for the day that it was in the report's zone", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "view", "2026-06-10 20:00:00Z", 5);
    const yOf = async (timezone: string) => {
      const { body } = await stats({ softId: app, mode: "views", from: "2026-06-10", to: "2026-06-11", timezone });
      return body.chartData[0].data.map(({ y }: { y: number }) => y);
    };
    expect(await yOf("UTC")).toEqual([5, 0]);
    expect(await yOf("Asia/Tokyo")).toEqual([0, 5]);
    expect(await yOf("Asia/Kathmandu")).toEqual([0, 5]);
    expect(await yOf("America/Los_Angeles")).toEqual([5, 0]);
  });
});

describe("what is not a request", () => {
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
});

describe("keys", () => {
  test("come in the order of the specification's tables", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "error", new Date().toISOString(), 2, "ERROR_STEP_FAILED");
    for (const mode of modes) {
      const answer = await stats({ softId: app, mode });
      expectSuccess(answer, "getAppStats");
      expect(Object.keys(answer.body)).toEqual(["errorId", "chartData", "fromDate", "toDate"]);
      for (const [n, series] of answer.body.chartData.entries()) {
        expect(Object.keys(series)).toEqual([
          "name",
          "data",
          "itemname",
          "errorId",
          "code",
          "description",
          ...(n > 0 ? ["count"] : []),
        ]);
        for (const point of series.data)
          expect(Object.keys(point)).toEqual(["date", "shortdate", "y", "beginstamp", "endstamp", "stamp"]);
      }
    }
  });

  test.for([
    ["errors", "Accepted (paid)", "Tasks"],
    ["views", "Page views", "Views"],
    ["downloads", "Download clicks", "Downloads"],
    ["users", "Active users", "Users"],
    ["money", "Money earned", "Money"],
  ])("%s has the ordinary series %s, of the group %s", async ([mode, name, itemname]) => {
    const { body } = await stats({ mode, softId: await newApplication(operator, owner) });
    expect(body.chartData).toEqual([
      { name, data: expect.any(Array), itemname, errorId: 0, code: "", description: "" },
    ]);
  });

  test("errors is the default", async () => {
    expect((await stats()).body.chartData[0].name).toBe("Accepted (paid)");
  });
});

describe("errors", () => {
  test("a series for each code that occurred, the most frequent first, then by id", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "error", "2026-05-01 10:00Z", 3, "ERROR_STEP_FAILED");
    await happened(app, "error", "2026-05-02 10:00Z", 4, "ERROR_STEP_FAILED");
    await happened(app, "error", "2026-05-02 11:00Z", 9, "ERROR_NO_SLOT_AVAILABLE");
    await happened(app, "error", "2026-05-03 10:00Z", 7, "ERROR_ZERO_BALANCE");
    await happened(app, "error", "2026-04-30 23:59Z", 99, "ERROR_TASK_TIMEOUT");
    const { body } = await stats({ softId: app, from: "2026-05-01", to: "2026-05-03" });
    const seen = body.chartData.map(
      ({
        name,
        errorId,
        code,
        itemname,
        count,
        data,
      }: {
        name: string;
        errorId: number;
        code: string;
        itemname: string;
        count?: number;
        data: { y: number }[];
      }) => [name, errorId, code, itemname, count, data.map(({ y }) => y)],
    );
    expect(seen).toEqual([
      ["Accepted (paid)", 0, "", "Tasks", undefined, [0, 0, 0]],
      ["ERROR_NO_SLOT_AVAILABLE", 2, "ERROR_NO_SLOT_AVAILABLE", "Errors", 9, [0, 9, 0]],
      ["ERROR_ZERO_BALANCE", 10, "ERROR_ZERO_BALANCE", "Errors", 7, [0, 0, 7]],
      ["ERROR_STEP_FAILED", 1012, "ERROR_STEP_FAILED", "Errors", 7, [3, 4, 0]],
    ]);
    for (const { description } of body.chartData.slice(1)) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  /** The counts of an application's errors, by code. */
  const errorsOf = async (id: number): Promise<Record<string, number>> => {
    const { body } = await stats({ softId: id });
    return Object.fromEntries(
      body.chartData.slice(1).map(({ code, count }: { code: string; count: number }) => [code, count]),
    );
  };

  test("a refused createTask that names the application is counted, whoever called, once the key was accepted", async () => {
    const app = await newApplication(operator, owner);
    const body = await newTaskBody(operator, owner);
    const named = { softId: app };
    await call("createTask", body({ type: "NoCaptchaTask" }, named));
    await call("createTask", { clientKey, softId: app });
    await call("createTask", body({ variables: {} }, named));
    await call("createTask", body({ websiteURL: "ftp://example.org" }, named));
    await call("createTask", body({ templateName: "Nobody's" }, { softId: String(app) }));
    await call("createTask", body({ proxyAddress: "198.51.100.7" }, named));
    const poor = await newAccount(operator, { balance: 0 });
    await call("createTask", (await newTaskBody(operator, poor))({}, named));
    // Not counted: nobody's key, no application, another method.
    await call("createTask", { ...body({}, named), clientKey: "gp_nobody" });
    await call("createTask", body({ type: "NoCaptchaTask" }));
    await call("getTaskResult", { clientKey, taskId: 0, softId: app });
    expect(await errorsOf(app)).toEqual({
      ERROR_TASK_NOT_SUPPORTED: 1,
      ERROR_TASK_ABSENT: 1,
      ERROR_INCORRECT_SESSION_DATA: 1,
      ERROR_WEBSITE_NOT_ALLOWED: 1,
      ERROR_TEMPLATE_NOT_FOUND: 1,
      ERROR_BAD_REQUEST: 1,
      ERROR_ZERO_BALANCE: 1,
    });
  });

  test("a task of the application that fails is counted by its code, and one that is ready as accepted", async () => {
    const app = await newApplication(operator, owner);
    const newTask = await taskMaker(call, operator, await newAccount(operator));
    for (const code of ["ERROR_STEP_FAILED", "ERROR_STEP_FAILED", "ERROR_VARIABLE_TIMEOUT"] as const)
      await hands.fail(await hands.claim(await newTask({}, { softId: app })), code);
    await hands.finish(await hands.claim(await newTask({}, { softId: app })));
    await newTask({}, { softId: app });
    expect(await errorsOf(app)).toEqual({ ERROR_STEP_FAILED: 2, ERROR_VARIABLE_TIMEOUT: 1 });
    expect(sum((await stats({ softId: app })).body)).toBe(1);
  });
});

describe("users", () => {
  test("are distinct accounts a day that created a task through the application", async () => {
    const app = await newApplication(operator, owner);
    const accounts: Account[] = [await newAccount(operator), await newAccount(operator)];
    for (const account of accounts) {
      const newTask = await taskMaker(call, operator, account);
      await newTask({}, { softId: app });
      await newTask({}, { softId: app });
    }
    await call("createTask", { clientKey, softId: app });
    expect(sum((await stats({ softId: app, mode: "users" })).body)).toBe(2);
  });

  test("somebody who comes in two quarters of an hour of a day is one, and on two days is one on each", async () => {
    const app = await newApplication(operator, owner);
    for (const at of ["2026-05-01 10:00Z", "2026-05-01 18:00Z", "2026-05-02 10:00Z"])
      await operator.db.pool.query("insert into active_user (application_id, bucket, account_id) values ($1, $2, $3)", [
        app,
        at,
        owner.accountId,
      ]);
    const { body } = await stats({ softId: app, mode: "users", from: "2026-05-01", to: "2026-05-02" });
    expect(body.chartData[0].data.map(({ y }: { y: number }) => y)).toEqual([1, 1]);
  });
});

describe("money", () => {
  test("days are cents of a running total, rounded down: they add up, and no cent is invented", async () => {
    const app = await newApplication(operator, owner);
    await happened(app, "money", "2026-04-30 12:00Z", 9_000);
    for (const [at, n] of [
      ["2026-05-01", 500],
      ["2026-05-02", 500],
      ["2026-05-03", 25_000],
      ["2026-05-04", 4_999],
      ["2026-05-05", 1],
    ] as const)
      await happened(app, "money", `${at} 12:00Z`, n);
    const ys = async (from: string, to: string) =>
      (await stats({ softId: app, mode: "money", from, to })).body.chartData[0].data.map(({ y }: { y: number }) => y);
    expect(await ys("2026-05-01", "2026-05-05")).toEqual([0, 1, 2, 0, 1]);
    expect(await ys("2026-05-03", "2026-05-05"), "a day is the same in every range").toEqual([2, 0, 1]);
    expect(await ys("2026-04-01", "2026-04-30")).toEqual([...Array(29).fill(0), 0]);
  });

  test("is the owner's commission on captured prices, and nothing else", async () => {
    const app = await newApplication(operator, owner);
    const payer = await newAccount(operator, { bid: 0.37 });
    const newTask = await taskMaker(call, operator, payer);
    for (let n = 0; n < 3; n++) await hands.finish(await hands.claim(await newTask({}, { softId: app })));
    await hands.fail(await hands.claim(await newTask({}, { softId: app })), "ERROR_STEP_FAILED");
    await newTask({}, { softId: app });
    expect(sum((await stats({ softId: app, mode: "money" })).body)).toBe(11);
  });
});

test("chartData draws as it is: each series has a name and data of points with an integer y of zero or more", async () => {
  for (const mode of modes) {
    const { body } = await stats({ mode });
    for (const { name, data } of body.chartData) {
      expect(name).toMatch(/\S/);
      for (const { y } of data) expect(y).toSatisfy((value: number) => Number.isInteger(value) && value >= 0);
    }
  }
});

/** The total of a report's ordinary series. */
function sum(body: { chartData: { data: { y: number }[] }[] }): number {
  return body.chartData[0]?.data.reduce((total, { y }) => total + y, 0) ?? Number.NaN;
}
