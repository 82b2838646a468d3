import type { Statement } from "@gatepost/db/statement";
import { beforeAll, describe, expect, test } from "vitest";
import { findKeysSql } from "../accounts/sql/find-keys.sql.ts";
import { touchKeysSql } from "../accounts/sql/touch-keys.sql.ts";
import { readViewersSql } from "../live/sql/read-viewers.sql.ts";
import { deleteEndpointsSql } from "../notifications/sql/delete-endpoints.sql.ts";
import { countEventsSql } from "../statistics/sql/count-events.sql.ts";
import { countRefusalsSql } from "../statistics/sql/count-refusals.sql.ts";
import { findOwnedApplicationsSql } from "../statistics/sql/find-owned-applications.sql.ts";
import { readRecentCountsSql } from "../statistics/sql/read-recent-counts.sql.ts";
import { beginStepsSql } from "../tasks/sql/begin-steps.sql.ts";
import { claimTasksSql } from "../tasks/sql/claim-tasks.sql.ts";
import { endTasksSql } from "../tasks/sql/end-tasks.sql.ts";
import { getTaskResultsSql } from "../tasks/sql/get-task-results.sql.ts";
import { insertTasksSql } from "../tasks/sql/insert-tasks.sql.ts";
import { enterWaitsSql } from "../waits/sql/enter-waits.sql.ts";
import { findWaitsSql } from "../waits/sql/find-waits.sql.ts";
import { supplyVariablesSql } from "../waits/sql/supply-variables.sql.ts";
import { findAnswersSql } from "./sql/find-answers.sql.ts";
import { heartbeatSql } from "./sql/heartbeat.sql.ts";
import { workerHeartbeatSql } from "./sql/worker-heartbeat.sql.ts";
import { openTestContext } from "./testing.ts";

/**
 * The statements that are called hundreds of times a second, or for hundreds of people at once; and one that must not take long,
 * because it holds an account's lock.
 */
const hot: Statement<never, object>[] = [
  beginStepsSql,
  claimTasksSql,
  countEventsSql,
  countRefusalsSql,
  deleteEndpointsSql,
  endTasksSql,
  enterWaitsSql,
  findAnswersSql,
  findKeysSql,
  findOwnedApplicationsSql,
  findWaitsSql,
  getTaskResultsSql,
  heartbeatSql,
  insertTasksSql,
  readRecentCountsSql,
  readViewersSql,
  supplyVariablesSql,
  touchKeysSql,
  workerHeartbeatSql,
];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

/** Tables of a few live rows. */
const small = ["worker"];

/** The tables that a plan reads whole, or by an index without a condition on it other than to have its first entry. */
function wholeReads(plan: Plan, parent?: Plan): string[] {
  const isFirst = parent?.["Node Type"] === "Limit" && !plan.Filter;
  const isWhole =
    plan["Node Type"] === "Seq Scan" ||
    (/^(?:Bitmap )?Index/.test(plan["Node Type"]) && !plan["Index Cond"] && !isFirst);
  const found =
    isWhole && !small.includes(plan["Relation Name"] ?? "")
      ? [`${plan["Node Type"]} ${plan["Relation Name"]} ${plan["Index Name"] ?? ""}`.trim()]
      : [];
  return [...found, ...(plan.Plans ?? []).flatMap((part) => wholeReads(part, plan))];
}

/** Rows of a table. As with four times as many, a statement reads it whole only where it lacks an index. */
const rows = 5_000;

const accounts = (n: number) => `
  insert into account (email) select 'of ' || n from generate_series(1, ${n}) n;
  insert into api_key (account_id, name, hash, hint) select id, '', int4send(id), '' from account;
  insert into application (account_id, name) select id, '' from account;
  insert into idempotency (account_id, key, fingerprint, answer)
    select id, 'key ' || n, '', '' from account, generate_series(1, ${rows / n}) n;
  insert into task (id, account_id, template_version_id, website_url, price, address, state, ended_at)
    select nextval('task_id_block'), id, 1, '', 1, '', 'ready', now() from account, generate_series(1, ${rows / n}) n;
  insert into variable (task_id, name) select id, 'code' from task;
  insert into task_step (task_id, run, number, type, ended_at) select id, 1, n, '', now() from task, generate_series(0, 3) n;`;

/** Rows of count for each application. */
const counts = (applications: number, buckets: number) => `
  insert into count (application_id, metric, bucket, label, n)
    select a.id, m, bucket_of(now() - b * interval '15 minutes'), 'label ' || b % 4, 1
      from (select id from application order by id limit ${applications}) a, unnest(array['ready', 'error', 'view', 'money']) m,
           generate_series(1, ${buckets}) b;`;

describe.each([
  ["nothing yet", ""],
  ["many small accounts", accounts(rows) + counts(rows, 4)],
  ["a few accounts with much history", accounts(rows / 100) + counts(2, rows / 5)],
])("with %s, no hot statement reads a table whole", async (_, fill) => {
  const system = await openTestContext();
  beforeAll(() => system.db.pool.query(`${fill} analyze;`));

  test.each(hot.map((statement) => [statement.name, statement] as const))("%s", async (_, { text }) => {
    const { rows } = await system.db.pool.query(`explain (generic_plan, format json) ${text}`);
    expect(wholeReads(rows[0]["QUERY PLAN"][0].Plan)).toEqual([]);
  });
});
