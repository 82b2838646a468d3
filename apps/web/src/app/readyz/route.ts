import { readiness } from "@gatepost/domain/health/check";
import { openContainer } from "../../server/container.ts";

/** Whether tasks would run now: database, migrations and a worker are there. 503 while one of them is not. */
export async function GET(): Promise<Response> {
  const checks = await readiness({ ground: openContainer().ground });
  const ready = Object.values(checks).every(Boolean);
  return Response.json(
    { status: ready ? "ready" : "not ready", ...checks },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
