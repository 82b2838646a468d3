import type { Ground } from "../context.ts";

const statement = {
  name: "live_worker",
  text: "select exists (select 1 from worker where ended_at is null and lease_until > now()) as live",
};

/** Whether the database answers, is migrated, and has a worker. Never throws. */
export async function readiness({
  ground,
}: {
  ground: Ground;
}): Promise<{ database: boolean; migrations: boolean; worker: boolean }> {
  try {
    await ground.db.sql({ name: "ping", text: "select 1" });
  } catch {
    return { database: false, migrations: false, worker: false };
  }
  try {
    const rows = await ground.db.sql<{ live: boolean }>(statement);
    return { database: true, migrations: true, worker: rows[0]?.live ?? false };
  } catch {
    return { database: true, migrations: false, worker: false };
  }
}
