import { migrationNames, PRISMA } from "@gatepost/db/migration/files";
import type { AppContext } from "./context.ts";
import { isMigratedSql } from "./sql/is-migrated.sql.ts";
import { errorCodeOf } from "./unavailable.ts";

/** No migration has run (undefined table), or none that lets this role read which have (insufficient privilege). */
const notYet = ["42P01", "42501"];

/**
 * Whether the database has all migrations of this version. Rejects if the database is unavailable. Apart from health.ts, which is
 * bundled with the web app: a bundle does not know the folder of the migrations.
 */
export async function isMigrated({ app }: { app: AppContext }): Promise<boolean> {
  const newest = (await migrationNames(PRISMA)).at(-1) as string;
  try {
    const [found] = await app.db.run(isMigratedSql, { newest });
    return found?.migrated === true;
  } catch (error) {
    if (notYet.includes(errorCodeOf(error) ?? "")) return false;
    throw error;
  }
}
