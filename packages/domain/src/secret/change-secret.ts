import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import type { Bound, Vault } from "../vault.ts";
import { otherSecret, readMark } from "./require-secret.ts";
import { type SealedColumn, sealedColumns } from "./sealed-columns.ts";
import { changing, secretMark } from "./secret-mark.ts";

const setMark = {
  name: "set_secret_mark",
  text: `
    insert into installation (id, secret_mark) values (1, $1) on conflict (id) do update set secret_mark = excluded.secret_mark`,
};

/** A solution with its screenshots may have megabytes. */
const bite = 20;

export interface ChangeSecretInput {
  /** The secret to change to; asked for once nothing stands in the way. */
  next(): Vault | Promise<Vault>;
  /** Puts the next secret in the present one's place, once all values are of it. */
  replace?(): Promise<void>;
  onProgress?(sealed: number): void;
}

export interface ChangedSecret {
  /** Sealed anew; what was so already is not counted. */
  sealed: number;
}

/**
 * Seals everything that is stored under the context's secret anew under another one, a bite at a time. Begun again after
 * it was interrupted it goes on: what the new secret opens stays as it is, and until it has ended nobody else may work
 * (see requireSecret). ERROR_BAD_REQUEST while anybody works on the database, who would write under the old secret, or
 * where the context's secret is not the database's; `next` is not asked for then. Throws where neither secret opens a value.
 *
 * Fingerprints cannot all be made anew: a call that is repeated with its Idempotency-Key across the change is told that
 * its body is another one, and nothing is done twice. A value that a site has just refused may be pushed again.
 */
export async function changeSecret({ ctx, input }: { ctx: Context; input: ChangeSecretInput }): Promise<ChangedSecret> {
  requireSystem(ctx);
  await requireAlone(ctx);
  const [present] = await ctx.db.sql<{ mark: string }>(readMark);
  if (present && present.mark !== changing && present.mark !== secretMark(ctx.vault)) throw otherSecret();
  const next = await input.next();
  await ctx.db.sql(setMark, [changing]);
  let sealed = 0;
  for (const column of sealedColumns) {
    let after: Place | undefined = { task: "0", key: "-1" };
    while (after) {
      const bitten = await sealBite(ctx, next, column, after);
      sealed += bitten.sealed;
      after = bitten.last;
      input.onProgress?.(sealed);
    }
  }
  await input.replace?.();
  await ctx.db.sql(setMark, [secretMark(next)]);
  return { sealed };
}

async function requireAlone({ db }: Context): Promise<void> {
  const { rows } = await db.pool.query<{ name: string; n: number }>(
    `select application_name as name, count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'gatepost%' and application_name <> $1
      group by 1 order by 1`,
    [db.pool.options.application_name],
  );
  if (rows.length > 0)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `Others work on the database (${rows.map(({ name, n }) => `${name}: ${n}`).join(", ")}): stop Gatepost first.`,
    );
}

/** Where a bite ended: a task, and within it a variable's name or a step's id. As texts: ids are bigints. */
interface Place {
  task: string;
  key: string;
}

interface Row {
  accountId: number;
  taskId: number;
  task: string;
  key: string;
  name: string;
  value: Buffer;
}

async function sealBite(
  { db, vault }: Context,
  next: Vault,
  { table, column, name }: SealedColumn,
  after: Place,
): Promise<{ sealed: number; last: Place | undefined }> {
  const { id, key } = places[table];
  const { rows } = await db.pool.query<Row>(
    `select t.account_id as "accountId", t.id as "taskId", t.id::text as task, ${key}::text as key, ${name} as name,
            s.${column} as value
       from ${table} s join task t on t.id = s.${id}
      where s.${column} is not null and (s.${id}, ${key}) > ($1::bigint, ${placeOf(table)})
      order by s.${id}, ${key} limit ${bite}`,
    [after.task, after.key],
  );
  let sealed = 0;
  for (const row of rows) {
    const bound: Bound = [row.accountId, row.taskId, row.name];
    if (opens(next, row.value, bound)) continue;
    const plain = openOld(vault, row, bound, `${table}.${column}`);
    const again = table === "variable" ? ", fingerprint = $5, refused = null" : "";
    await db.pool.query(
      `update ${table} s set ${column} = $4${again}
        where s.${id} = $1::bigint and ${key} = ${placeOf(table)} and s.${column} = $3`,
      [
        row.task,
        row.key,
        row.value,
        next.seal(plain, bound),
        ...(again ? [next.fingerprint(JSON.parse(plain), bound)] : []),
      ],
    );
    sealed++;
  }
  const last = rows.at(-1);
  return { sealed, last: rows.length === bite && last ? { task: last.task, key: last.key } : undefined };
}

/** The primary keys, each as task and a key within it. */
const places = {
  task: { id: "id", key: "0::bigint" },
  variable: { id: "task_id", key: "s.name" },
  task_step: { id: "task_id", key: "s.id" },
} as const;

function placeOf(table: SealedColumn["table"]): string {
  return table === "variable" ? "$2::text" : "$2::bigint";
}

function opens(vault: Vault, sealed: Buffer, bound: Bound): boolean {
  try {
    vault.open(sealed, bound);
    return true;
  } catch {
    return false;
  }
}

function openOld(vault: Vault, row: Row, bound: Bound, what: string): string {
  try {
    return vault.open(row.value, bound);
  } catch (cause) {
    throw new Error(
      `${what} of task ${row.taskId} opens under neither secret: the present one is not the one that it was sealed with.`,
      { cause },
    );
  }
}
