import type { Ground } from "../context.ts";
import { errorCodeOf } from "../unavailable.ts";
import { isMigratedSql } from "./is-migrated.sql.ts";

const undefinedTable = "42P01";

/** Whether the database has the tables of this version. Rejects where it cannot be asked. */
export async function isMigrated({ ground }: { ground: Ground }): Promise<boolean> {
  try {
    await ground.db.run(isMigratedSql);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === undefinedTable) return false;
    throw error;
  }
}
