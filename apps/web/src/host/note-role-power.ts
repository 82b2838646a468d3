import type { AppContext } from "@gatepost/domain/context";
import { findRolePower } from "@gatepost/domain/health/find-role-power";
import { log } from "@gatepost/domain/log";

/** Logs if the database role has more privileges than the web server needs, which docs/security.md rules out. */
export async function noteRolePower(app: AppContext): Promise<void> {
  // If the database is unavailable, whatever needs it reports that.
  const { role, power } = await findRolePower(app).catch(() => ({ role: "", power: null }));
  if (!power) return;
  log("protection missing", { what: "database role", role, power });
}
