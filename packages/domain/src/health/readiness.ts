import type { Outage } from "../clock/outage.ts";
import type { ServiceClock } from "../clock/service-clock.ts";

export interface Readiness {
  /** Whether the database accepted a write of the service within the last seconds. */
  database: boolean;
  /** Whether it has the migrations of this version. */
  migrations: boolean;
  /** Whether a worker has a lease. */
  worker: boolean;
  /** Why the database cannot be used. */
  outage?: Outage;
}

/** SQLSTATEs of a database whose tables are another version's: no such table, no such column. */
const notMigrated = ["42P01", "42703"];

/**
 * Whether tasks would run now, as this process knows from its heartbeats, without a query. `migrated`: whether it has seen all
 * migrations.
 */
export function readiness({ outage, last }: Pick<ServiceClock, "outage" | "last">, migrated: boolean): Readiness {
  if (outage) return { database: notMigrated.includes(outage), migrations: false, worker: false, outage };
  if (!last) return { database: false, migrations: false, worker: false };
  return { database: true, migrations: migrated, worker: last.workers };
}
