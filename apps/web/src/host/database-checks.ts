import { setTimeout as sleep } from "node:timers/promises";
import { requireSecret } from "@gatepost/domain/encryption/installation-secret";
import type { AppContext } from "@gatepost/domain/platform/context";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { findRolePower } from "@gatepost/domain/platform/health";
import { isMigrated } from "@gatepost/domain/platform/is-migrated";
import { log } from "@gatepost/domain/platform/log";
import type { Container } from "../container.ts";

/** How often an unavailable database is checked for whether its secret is ours. */
const secretMs = 1_000;

/**
 * Ends the process if its secret is not the database's, because nobody could read what it writes. If the database is
 * unavailable, the site is served, and this is checked once the database is back.
 */
export async function checkSecret(app: AppContext, close: () => Promise<void>): Promise<void> {
  const check = async () => {
    try {
      await requireSecret({ ctx: { ...app, actor: { kind: "system" } } });
    } catch (error) {
      if (!isDomainError(error)) return false;
      console.error(error.message);
      await close().catch(() => {});
      process.exit(1);
    }
    return true;
  };
  if (await check()) return;
  const timer = setInterval(async () => {
    if (await check()) clearInterval(timer);
  }, secretMs);
  timer.unref();
}

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

/** Logs if the database role has more privileges than the web server needs, which docs/security.md rules out. */
export async function noteRolePower(app: AppContext): Promise<void> {
  // If the database is unavailable, whatever needs it reports that.
  const { role, power } = await findRolePower(app).catch(() => ({ role: "", power: null }));
  if (!power) return;
  log("protection missing", { what: "database role", role, power });
}
