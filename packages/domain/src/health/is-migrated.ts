import type { AppContext } from "../context.ts";
import { errorCodeOf } from "../unavailable.ts";
import { isMigratedSql } from "./is-migrated.sql.ts";

const undefinedTable = "42P01";

/** Whether the database has the tables of this version. Rejects if the database is unavailable. */
export async function isMigrated({ app }: { app: AppContext }): Promise<boolean> {
  try {
    await app.db.run(isMigratedSql);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === undefinedTable) return false;
    throw error;
  }
}
