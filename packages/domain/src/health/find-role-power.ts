import type { AppContext } from "../context.ts";
import { type FindRolePowerRow, findRolePowerSql } from "./find-role-power.sql.ts";

/**
 * Whether this process signs in to the database with a role that may do more than it needs: as a superuser, as the owner
 * of the tables, or as one who may create some. `power` is null where it does not.
 */
export async function findRolePower(app: AppContext): Promise<FindRolePowerRow> {
  const [found] = await app.db.run(findRolePowerSql);
  return found as FindRolePowerRow;
}
