import type { Ground } from "../context.ts";
import { errorCodeOf } from "../unavailable.ts";

const statement = { name: "is_migrated", text: "select 1 from service_clock" };
const undefinedTable = "42P01";

/** Whether the database has the tables of this version. Rejects where it cannot be asked. */
export async function isMigrated({ ground }: { ground: Ground }): Promise<boolean> {
  try {
    await ground.db.sql(statement);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === undefinedTable) return false;
    throw error;
  }
}
