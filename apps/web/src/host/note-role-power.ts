import type { Ground } from "@gatepost/domain/context";
import { findRolePower } from "@gatepost/domain/health/find-role-power";

/** Says in the log where the database's role may do more than the web server needs, which docs/security.md promises not. */
export async function noteRolePower(ground: Ground): Promise<void> {
  // Where the database is away, whoever needs it says so.
  const { role, power } = await findRolePower(ground).catch(() => ({ role: "", power: null }));
  if (!power) return;
  const line = { at: new Date().toISOString(), event: "not held", what: "database role", role, power };
  console.log(JSON.stringify(line));
}
