import { readiness } from "@gatepost/domain/health/readiness";
import { openContainer } from "../../server/container.ts";

/** Whether tasks would run now, and what is missing otherwise. As this process knows it: no call asks the database. */
export function GET(): Response {
  const { database, migrations, worker, reason } = readiness(openContainer().clock);
  const ready = database && migrations && worker;
  return Response.json(
    { status: ready ? "ready" : "not ready", database, migrations, worker, ...(reason && { reason }) },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
