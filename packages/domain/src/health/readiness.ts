import type { ServiceClock } from "../clock/service-clock.ts";

export interface Readiness {
  /** Whether the database took a write of the service within the last seconds. */
  database: boolean;
  /** Whether it has the tables of this version. */
  migrations: boolean;
  /** Whether a worker has a lease. */
  worker: boolean;
  /** What is missing, for the operator; absent where nothing is. */
  reason?: string;
}

/** SQLSTATEs of a database whose tables are another version's: no such table, no such column. */
const notMigrated = ["42P01", "42703"];

/** Whether tasks would run now, as this process knows from its heartbeats. Asks nobody. */
export function readiness(clock: ServiceClock): Readiness {
  const { outage, last } = clock;
  const reason = (text: string) => ({ reason: text });
  if (outage && notMigrated.includes(outage.code))
    return { database: true, migrations: false, worker: false, ...reason(outage.advice) };
  if (outage)
    return { database: false, migrations: false, worker: false, ...reason(`${outage.advice} (${outage.code})`) };
  if (!last)
    return { database: false, migrations: false, worker: false, ...reason("The database has not answered yet.") };
  return {
    database: true,
    migrations: true,
    worker: last.workers,
    ...(!last.workers && reason("No worker is alive.")),
  };
}
