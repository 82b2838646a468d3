import type { Db } from "@gatepost/db/connect";
import { type Args, type Context, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { parseExactJson } from "../platform/exact-json.ts";
import type { Bound, Vault } from "../platform/vault.ts";
import { changing, otherSecret, readMark, secretMark } from "./installation-secret.ts";
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

type Bytes = Uint8Array<ArrayBuffer>;

/** A table with columns whose values the vault encrypted. */
interface SealedTable {
  model:
    | "task"
    | "variable"
    | "taskStep"
    | "callbackSecret"
    | "eventEndpoint"
    | "storedSecret"
    | "taskSession"
    | "inboundMessage";
  /** The primary key. */
  key: readonly [string, string?];
  columns: readonly string[];
  /** Whether most rows have lost their values. */
  isSparse?: true;
  /** The column with the task that values are bound to. */
  task?: "id" | "taskId";
  /** What a value is bound to beside the account and the task. */
  what(row: SealedRow, column: string): string;
}

/** The columns of which a table has some. */
interface SealedRow {
  id: bigint | number;
  accountId?: number;
  taskId?: bigint;
  name: string;
  [column: string]: unknown;
}

/** What the tables' parts of Prisma's client have in common. */
interface Delegate {
  findMany(query: { where: object; orderBy: object[]; take: number }): Promise<SealedRow[]>;
  updateMany(change: { where: object; data: object }): Promise<unknown>;
}

interface SealedValue {
  column: string;
  sealed: Bytes;
  bound: Bound;
  /** Replaces a value, unless it was changed meanwhile. `fingerprint` is called for a value that is JSON. */
  replace(sealed: Bytes, fingerprint: () => Bytes): Promise<unknown>;
}

/** Every table with encrypted values. A test compares the list with the schema. */
export const sealedTables: readonly SealedTable[] = [
  {
    model: "task",
    key: ["id"],
    columns: ["given", "solution"],
    isSparse: true,
    task: "id",
    what: (_, column) => column,
  },
  {
    model: "variable",
    key: ["taskId", "name"],
    columns: ["value", "prompt"],
    isSparse: true,
    task: "taskId",
    what: ({ name }, column) => (column === "value" ? name : `prompt of ${name}`),
  },
  {
    model: "taskStep",
    key: ["taskId", "id"],
    columns: ["picture"],
    isSparse: true,
    task: "taskId",
    what: () => "picture",
  },
  { model: "callbackSecret", key: ["accountId"], columns: ["secret", "previous"], what: () => "callback secret" },
  { model: "eventEndpoint", key: ["id"], columns: ["secret", "previous"], what: () => "event endpoint" },
  { model: "storedSecret", key: ["id"], columns: ["value"], what: ({ name }) => `stored secret ${name}` },
  { model: "taskSession", key: ["id"], columns: ["state"], what: ({ name }) => `session ${name}` },
  { model: "inboundMessage", key: ["id"], columns: ["content"], what: () => "inbound message" },
];

/** Rows that are read at once: a solution with its screenshots can be several megabytes. */
const take = 20;

/** All encrypted values of a table, in the order of the primary key. */
export async function* sealedValues({ prisma }: Db, table: SealedTable): AsyncGenerator<SealedValue> {
  const { model, key, columns, isSparse, task, what } = table;
  const delegate = prisma[model] as unknown as Delegate;
  const hasValue = isSparse && { AND: { OR: columns.map((column) => ({ [column]: { not: null } })) } };
  const orderBy = key.map((column) => ({ [String(column)]: "asc" }));
  let rows: SealedRow[] = [];
  do {
    rows = await delegate.findMany({ where: { ...after(rows.at(-1), key), ...hasValue }, orderBy, take });
    const ids = rows.flatMap(({ taskId }) => taskId ?? []);
    // The tables have no foreign key to the task.
    const tasks = await prisma.task.findMany({ where: { id: { in: ids } }, select: { id: true, accountId: true } });
    const accounts = new Map(tasks.map(({ id, accountId }) => [id, accountId]));
    for (const row of rows)
      for (const column of columns) {
        const sealed = row[column] as Bytes | null;
        if (!sealed) continue;
        const taskId = (task && row[task]) ?? 0;
        const where = { ...Object.fromEntries(key.map((column) => [column, row[String(column)]])), [column]: sealed };
        yield {
          column,
          sealed,
          bound: [row.accountId ?? accounts.get(BigInt(taskId)) ?? 0, Number(taskId), what(row, column)],
          replace(next, fingerprint) {
            const isValue = model === "variable" && column === "value";
            const data = { [column]: next, ...(isValue && { fingerprint: fingerprint(), refused: null }) };
            return delegate.updateMany({ where, data });
          },
        };
      }
  } while (rows.length === take);
}

/** The rows after one. The first condition is the one that PostgreSQL searches by. */
function after(last: SealedRow | undefined, [first, second]: SealedTable["key"]): object {
  if (!last) return {};
  const from = last[first];
  if (!second) return { [first]: { gt: from } };
  return { [first]: { gte: from }, OR: [{ [first]: { gt: from } }, { [second]: { gt: last[second] } }] };
}
