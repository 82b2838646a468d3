import type { Db } from "@gatepost/db/connect";
import { migrationNames, PRISMA } from "@gatepost/db/migration/files";
import { type AppContext, type Args, type Context, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { parseExactJson } from "../platform/exact-json.ts";
import { errorCodeOf } from "../platform/unavailable.ts";
import type { Bound, Vault } from "../platform/vault.ts";
import { changing, otherSecret, readMark, secretMark } from "./installation-secret.ts";
import { type SealedValue, sealedTables, sealedValues } from "./sealed-columns.ts";
import { listConnectionsSql } from "./sql/list-connections.sql.ts";
import { readMigrationsSql } from "./sql/read-migrations.sql.ts";

interface ChangeSecretInput {
  /** Called once nothing prevents the change; resolves with the new secret. */
  next(): Vault | Promise<Vault>;
  /** Makes the new secret the current one, once all values are encrypted with it. */
  replace?(): Promise<void>;
  onProgress?(sealed: number): void;
  /** Interrupts the change before the next value; changeSecret then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Encrypts everything that is stored under the context's secret with a new one, in batches. After an interruption it
 * can be run again and continues: values that the new secret opens stay as they are, and until it has finished, no
 * process may start (see requireSecret). Returns the number of values encrypted anew, without those that were already.
 * ERROR_BAD_REQUEST if another program is connected to the database, because it would write with the old secret, if the
 * database is not of this version, or if the context's secret is not the database's; `next` is not called then. Throws if
 * neither secret opens a value.
 * Most fingerprints cannot be computed anew. A call repeated with its Idempotency-Key across the change is therefore
 * refused as having a different body, and nothing is done twice. A value that a site has just refused may be pushed
 * again.
 */
export async function changeSecret({ ctx, input }: Args<ChangeSecretInput>) {
  requireSystem(ctx);
  await requireAlone(ctx);
  await requireOwnVersion(ctx);
  const { db, vault } = ctx;
  const mark = await readMark(db);
  if (mark !== undefined && mark !== changing && mark !== secretMark(vault)) throw otherSecret();
  const next = await input.next();
  await setMark(db, changing);
  let sealed = 0;
  for (const table of sealedTables) {
    for await (const value of sealedValues(db, table)) {
      const { bound } = value;
      input.signal?.throwIfAborted();
      if (opens(next, value.sealed, bound)) continue;
      const plain = openOld(vault, value, `${table.model}.${value.column}`);
      await value.replace(
        new Uint8Array(next.seal(plain, bound)),
        () => new Uint8Array(next.fingerprint(parseExactJson(plain.toString("utf8")), bound)),
      );
      sealed++;
      input.onProgress?.(sealed);
    }
  }
  await input.replace?.();
  await setMark(db, secretMark(next));
  return { sealed };
}

async function setMark(db: Db, mark: string): Promise<void> {
  await db.prisma.installation.upsert({
    where: { id: 1 },
    create: { id: 1, secretMark: mark },
    update: { secretMark: mark },
  });
}

async function requireAlone({ db }: Context): Promise<void> {
  const others = await db.run(listConnectionsSql);
  if (others.length > 0)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `Others work on the database (${others.map(({ name, connections }) => `${name}: ${connections}`).join(", ")}): stop Gatepost first.`,
    );
}

function opens(vault: Vault, sealed: Uint8Array, bound: Bound): boolean {
  try {
    vault.openBytes(sealed, bound);
    return true;
  } catch {
    return false;
  }
}

function openOld(vault: Vault, { sealed, bound }: SealedValue, what: string): Buffer {
  try {
    return vault.openBytes(sealed, bound);
  } catch (cause) {
    const [, taskId] = bound;
    throw new Error(
      `${what} of task ${taskId} opens under neither secret: the present one is not the one that it was sealed with.`,
      { cause },
    );
  }
}

/** No migration has run. */
const undefinedTable = "42P01";

/**
 * Throws ERROR_BAD_REQUEST unless the database has the migrations of this version and no others, because values of columns
 * that this version does not know would keep the old secret.
 */
async function requireOwnVersion({ db }: Pick<AppContext, "db">): Promise<void> {
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
