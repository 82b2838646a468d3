import { setTimeout as sleep } from "node:timers/promises";
import { isMigrated } from "@gatepost/domain/health/is-migrated";
import type { Container } from "../server/container.ts";

const pauseMs = 1_000;

/** Notes in the container when the database has all migrations of this version. Until then it looks once a second. */
export async function noteMigrations(container: Container): Promise<void> {
  for (;;) {
    // While the database is unavailable, the heartbeats report that.
    container.migrated = await isMigrated(container).catch(() => false);
    if (container.migrated) return;
    await sleep(pauseMs, undefined, { ref: false });
  }
}
