import { exampleBody, methodsInOrder } from "@gatepost/contract/method-testing";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { keyRightNames } from "@gatepost/contract/rights";
import { createKey } from "@gatepost/domain/accounts/keys";
import type { Context } from "@gatepost/domain/platform/context";
import {
  inProcess,
  newApplication,
  newCaller,
  newTemplate,
  openTestContext,
  type TestContext,
} from "@gatepost/domain/platform/testing";
import { afterEach, expect, test } from "vitest";
import { password } from "../../../../tests/portal-session.ts";
import { openLiveFeeds } from "../live/live-feeds.ts";
import { getContainer } from "../opened-container.ts";
import type { PortalActor } from "../trpc/procedures.ts";
import {
  callPortal,
  inputOf,
  names,
  newSignedIn,
  newThings,
  openToAll,
  procedures,
  propertiesOf,
} from "../trpc/procedures-testing.ts";
import { endpointsOf } from "./endpoints.ts";
import { unlimited } from "./rate-limit.ts";
import { answerTo } from "./test-call.ts";

const endpoints = endpointsOf(getContainer);

Object.assign(process.env, { GATEPOST_SIGNUP: "open" });

/**
 * Row S4: every column of the schema in every body, under its own name and as Prisma calls it. The same calls with and
 * without them leave the same database.
 */

const container = Symbol.for("gatepost.web.container");

afterEach(() => {
  delete (globalThis as { [container]?: unknown })[container];
});

interface Column {
  table: string;
  name: string;
  type: string;
}

async function columnsOf({ db }: Context): Promise<Column[]> {
  const { rows } = await db.pool.query<Column>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name <> '_prisma_migrations' order by 1, ordinal_position`,
  );
  return rows;
}

const values: Record<string, unknown> = {
  integer: 1_111_111_111,
  bigint: 1_111_111_111,
  smallint: 11_111,
  boolean: true,
  ARRAY: ["203.0.113.99"],
  jsonb: { undeclared: true },
  "timestamp with time zone": "2031-01-01T00:00:00.000Z",
  date: "2031-01-01",
};

/** A body with every column that it does not declare, at its top and in the objects within. */
function stuffed(body: object, declared: readonly string[], columns: readonly Column[]): object {
  const more: Record<string, unknown> = {};
  for (const { name, type } of columns) {
    const asPrismaCallsIt = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const field of [name, asPrismaCallsIt]) {
      if (!declared.includes(field)) more[field] = values[type] ?? "undeclared";
    }
  }
  const within = Object.entries(body).map(([name, value]) => [
    name,
    name === "task" ? stuffed(value, [...Object.keys(value), "domainsOfInterest"], columns) : value,
  ]);
  return { ...more, ...Object.fromEntries(within) };
}

/** Inputs with which the procedures that everyone may call succeed. */
const newcomer: Record<string, object> = {
  "account.signUp": { email: "newcomer@example.org", password },
  "account.requestReset": { email: "nobody@example.org" },
};

/** Calls everything on a database of its own, and says what is there afterwards. */
async function play(
  system: TestContext,
  stuff: (body: object, declared: readonly string[], columns: readonly Column[]) => object,
) {
  const limiter = unlimited;
  const app = system.processes.web;
  const live = openLiveFeeds(app);
  Object.assign(globalThis, { [container]: { app, limiter, live, close: async () => {} } });
  const columns = await columnsOf(system);
  const owner = await newCaller(system);
  const { accountId } = owner.actor;
  const { clientKey } = await createKey({
    ctx: system,
    input: { accountId, name: "first", rights: keyRightNames },
  });
  const softId = await newApplication(system, owner);
  const templateName = await newTemplate(system, owner);
  const person = await newSignedIn(system, owner);
  const outcomes: unknown[] = [];

  const ask = async (name: MethodName, body: object): Promise<Record<string, unknown>> => {
    const declared = ["clientKey", ...Object.keys((methods[name].request as { shape?: object }).shape ?? {})];
    const json = await answerTo(endpoints[name], stuff({ ...body, clientKey }, declared, columns));
    outcomes.push([name, json.errorId]);
    return json;
  };
  const task = {
    type: "AntiGateTask",
    websiteURL: "https://example.org/",
    templateName,
    variables: { code: "_WAIT_FOR_IT_" },
  };
  const open = async () => (await ask("createTask", { task })).taskId as number;
  for (const name of methodsInOrder) {
    const named = {
      task: { taskId: await open(), name: "code" },
      application: { softId },
      template: { task: { ...task, session: "bank" } },
    };
    await ask(name, exampleBody(name, named));
  }
  const things = await newThings(system, owner, person);
  for (const name of names.filter((name) => procedures[name]?._def.type === "mutation")) {
    const actor: PortalActor = openToAll.includes(name) ? { kind: "visitor" } : person.actor;
    const sent = stuff(newcomer[name] ?? inputOf(name, things) ?? {}, propertiesOf(name), columns);
    const outcome = await callPortal({ ...inProcess(system, "web"), actor }, name, sent).then(
      () => "done",
      (error: Error) => error.message,
    );
    outcomes.push([name, outcome]);
    // Before the last ones delete everything.
    if (name === "tasks.cancelMany") outcomes.push(await contents(system, columns));
  }
  return { outcomes, contents: await contents(system, columns) };
}

/** Every row of every table, without what differs between any two runs. */
async function contents({ db }: Context, columns: readonly Column[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of new Set(columns.map((column) => column.table))) {
    const { rows } = await db.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${table}" t`,
    );
    // Entries that one statement makes have their numbers in any order.
    const unordered = table === "ledger_entry" ? ["id"] : ["last_request"];
    const passing = columns.filter(
      (one) => one.table === table && (/^(bytea|timestamp|date)/.test(one.type) || unordered.includes(one.name)),
    );
    found[table] = rows
      .map(({ row }) => {
        for (const { name } of passing) if (row[name] !== null) row[name] = passing.length;
        return JSON.stringify(row)
          .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "(uuid)")
          .replace(/"gp_[^"]*"|"[0-9a-f]{32}:[0-9a-f]{128}"|"[0-9A-Za-z]{32}"/g, '"(random)"');
      })
      .sort();
  }
  return found;
}

const [one, other] = [await openTestContext(), await openTestContext()];

test("S4: with every column of the schema in every body, 0 undeclared fields are written", async () => {
  const plain = await play(one, (body) => body);
  // That it is a test at all: everything was done, but a wait that is not open, and the emails that this installation does not send.
  expect(plain.outcomes.filter((one) => Array.isArray(one) && one[1] !== 0 && one[1] !== "done")).toEqual([
    // No worker runs the task, or waits for a value of it.
    [expect.any(String), 1015],
    [expect.any(String), 1004],
    ["account.requestReset", expect.stringContaining("sends no mail")],
    ["emails.add", expect.stringContaining("sends no emails")],
  ]);
  expect(await play(other, stuffed)).toEqual(plain);
});
