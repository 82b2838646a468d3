import { readiness } from "@gatepost/domain/platform/health";
import { outageAdvice } from "@gatepost/presenters/outages";
import { getContainer } from "../../opened-container.ts";

/** Whether tasks would run now, and if not, what is missing. From this process's memory: no call queries the database. */
export function GET(): Response {
  const { clock, migrated, stopRequested } = getContainer();
  const found = readiness(clock, migrated);
  const { database, migrations, worker } = found;
  const reason = reasonOf(found) ?? (stopRequested.signal.aborted ? "This process is stopping." : undefined);
  return Response.json(
    { status: reason ? "not ready" : "ready", database, migrations, worker, ...(reason && { reason }) },
    { status: reason ? 503 : 200, headers: { "cache-control": "no-store" } },
  );
}

/** What is missing, for the operator. */
function reasonOf({ database, migrations, worker, outage }: ReturnType<typeof readiness>): string | undefined {
  // The advice about missing migrations needs no SQLSTATE.
  if (outage) return database ? outageAdvice(outage) : `${outageAdvice(outage)} (${outage})`;
  if (!database) return "The database has not answered yet.";
  if (!migrations) return outageAdvice("42P01");
  return worker ? undefined : "No worker is alive.";
}
