import type { AppContext } from "@gatepost/domain/context";
import { findRolePower } from "@gatepost/domain/health/find-role-power";
import { log } from "@gatepost/domain/log";

/** Says in the log where the database's role may do more than the web server needs, which docs/security.md promises not. */
export async function noteRolePower(app: AppContext): Promise<void> {
  // Where the database is away, whoever needs it says so.
  const { role, power } = await findRolePower(app).catch(() => ({ role: "", power: null }));
  if (!power) return;
  log("protection missing", { what: "database role", role, power });
}
