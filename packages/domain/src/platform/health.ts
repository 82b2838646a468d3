import type { AppContext } from "./context.ts";
import type { ServiceClock } from "./heartbeat.ts";
import { log } from "./log.ts";
import { clockSql } from "./sql/clock.sql.ts";
import { type FindRolePowerRow, findRolePowerSql } from "./sql/find-role-power.sql.ts";
import { isWritableSql } from "./sql/is-writable.sql.ts";

/** SQLSTATEs of a database whose tables are another version's: no such table, no such column. */
const notMigrated = ["42P01", "42703"];

/**
 * Whether tasks would run now, as this process knows from its heartbeats, without a query. `migrated`: whether it has seen all
 * migrations. `database`: it accepted a write of the service within the last seconds; otherwise `outage` may say why not.
 * `worker`: one has a lease.
 */
export function readiness({ outage, last }: Pick<ServiceClock, "outage" | "last">, migrated: boolean) {
  if (outage) return { database: notMigrated.includes(outage), migrations: false, worker: false, outage };
  if (!last) return { database: false, migrations: false, worker: false };
  return { database: true, migrations: migrated, worker: last.workers };
}

/**
 * Whether this process signs in to the database with a role that has more privileges than it needs: a superuser, the
 * owner of the tables, or one that may create tables. `power` is null if it does not.
 */
export async function findRolePower(app: AppContext): Promise<FindRolePowerRow> {
  const [found] = await app.db.run(findRolePowerSql);
  return found as FindRolePowerRow;
}

/** Logs such privileges, which docs/security.md rules out. */
export async function noteRolePower(app: AppContext): Promise<void> {
  // If the database is unavailable, whatever needs it reports that.
  const found = await findRolePower(app).catch(() => null);
  if (found?.power) log("protection missing", { what: "database role", ...found });
}

/** The database's time, which is the same for all processes. */
export async function readClock({ db }: Pick<AppContext, "db">): Promise<Date> {
  const [clock] = await db.run(clockSql);
  if (!clock) throw new Error("The database returned no time.");
  return clock.now;
}

/** Whether the database responds and accepts writes right now: one round trip. Never rejects. */
export async function isWritable({ app }: { app: AppContext }): Promise<boolean> {
  const rows = await app.db.run(isWritableSql).catch(() => []);
  return rows[0]?.writable ?? false;
}
