import { migrationNames, PRISMA } from "@gatepost/db/migration/files";
import type { AppContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readMigrationsSql } from "../health/read-migrations.sql.ts";
import { errorCodeOf } from "../unavailable.ts";

/** No migration has run. */
const undefinedTable = "42P01";

/**
 * Throws ERROR_BAD_REQUEST unless the database has the migrations of this version and no others, because values of columns
 * that this version does not know would keep the old secret.
 */
export async function requireOwnVersion({ db }: Pick<AppContext, "db">): Promise<void> {
  const rows = await db.run(readMigrationsSql).catch((error) => {
    if (errorCodeOf(error) === undefinedTable) return [];
    throw error;
  });
  const applied = new Set(rows.map(({ name }) => name));
  const own = await migrationNames(PRISMA);
  if (own.some((name) => !applied.has(name)))
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "The database lacks migrations of this version: run gatepost migrate first.",
    );
  if (applied.size > own.length)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "The database was migrated by a newer version, which stores more: run this command with that version.",
    );
}
