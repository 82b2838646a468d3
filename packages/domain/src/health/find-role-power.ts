import type { AppContext } from "../context.ts";
import { type FindRolePowerRow, findRolePowerSql } from "./find-role-power.sql.ts";

/**
 * Whether this process signs in to the database with a role that has more privileges than it needs: a superuser, the
 * owner of the tables, or one that may create tables. `power` is null if it does not.
 */
export async function findRolePower(app: AppContext): Promise<FindRolePowerRow> {
  const [found] = await app.db.run(findRolePowerSql);
  return found as FindRolePowerRow;
}
