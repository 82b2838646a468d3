import type { Db } from "@gatepost/db/connect";
import type { Bound } from "../platform/vault.ts";

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

export interface SealedValue {
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
