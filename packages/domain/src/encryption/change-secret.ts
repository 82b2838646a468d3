import type { Db } from "@gatepost/db/connect";
import { type Args, type Context, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { parseExactJson } from "../platform/exact-json.ts";
import type { Bound, Vault } from "../platform/vault.ts";
import { changing, otherSecret, readMark, secretMark } from "./installation-secret.ts";
import { type SealedValue, sealedTables, sealedValues } from "./sealed-columns.ts";
import { listConnectionsSql } from "./sql/list-connections.sql.ts";

interface ChangeSecretInput {
  /** Called once nothing here prevents the change; resolves with the new secret. */
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
 * ERROR_BAD_REQUEST if another program is connected to the database, because it would write with the old secret, or if
 * the context's secret is not the database's; `next` is not called then. Throws if
 * neither secret opens a value.
 * Most fingerprints cannot be computed anew. A call repeated with its Idempotency-Key across the change is therefore
 * refused as having a different body, and nothing is done twice. A value that a site has just refused may be pushed
 * again.
 */
export async function changeSecret({ ctx, input }: Args<ChangeSecretInput>) {
  requireSystem(ctx);
  await requireAlone(ctx);
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
