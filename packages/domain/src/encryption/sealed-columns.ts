import type { Db } from "@gatepost/db/connect";
import type { Bound } from "../platform/vault.ts";

/** A table with columns whose values the vault encrypted. */
interface SealedTable {
  table: string;
  columns: readonly string[];
  /** All these values, in the order of the primary key. */
  values(db: Db): AsyncGenerator<SealedValue>;
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface SealedValue {
  column: string;
  sealed: Bytes;
  bound: Bound;
  /** Replaces a value, unless it was changed meanwhile. `fingerprint` is called for a value that is JSON. */
  replace(sealed: Bytes, fingerprint: () => Bytes): Promise<unknown>;
}

/** Rows that are read at once: a solution with its screenshots can be several megabytes. */
const take = 20;

/** Every table with encrypted values. A test compares the list with the schema. */
export const sealedTables: readonly SealedTable[] = [
  sealedTable({
    table: "task",
    columns: ["given", "solution"],
    read: ({ task }, last: { id: bigint } | undefined) =>
      task.findMany({
        where: { id: { gt: last?.id ?? 0 }, OR: [{ given: { not: null } }, { solution: { not: null } }] },
        orderBy: { id: "asc" },
        take,
      }),
    bound: ({ accountId, id }, column) => [accountId, Number(id), column],
    replace: ({ task }, { id }, was, data) => task.updateMany({ where: { id, ...was }, data }),
  }),
  sealedTable({
    table: "variable",
    columns: ["value", "prompt"],
    read: async (client, last: { taskId: bigint; name: string } | undefined) => {
      const rows = await client.variable.findMany({
        where: {
          ...afterInTask(last, { name: { gt: last?.name ?? "" } }),
          OR: [{ value: { not: null } }, { prompt: { not: null } }],
        },
        orderBy: [{ taskId: "asc" }, { name: "asc" }],
        take,
      });
      return withAccounts(client, rows);
    },
    bound: ({ accountId, taskId, name }, column) => [
      accountId,
      Number(taskId),
      column === "value" ? name : `prompt of ${name}`,
    ],
    replace: ({ variable }, { taskId, name }, was, data, fingerprint) =>
      variable.updateMany({
        where: { taskId, name, ...was },
        data: was.value ? { ...data, fingerprint: fingerprint(), refused: null } : data,
      }),
  }),
  sealedTable({
    table: "task_step",
    columns: ["picture"],
    read: async (client, last: { taskId: bigint; id: bigint } | undefined) => {
      const rows = await client.taskStep.findMany({
        where: { ...afterInTask(last, { id: { gt: last?.id ?? 0 } }), picture: { not: null } },
        orderBy: [{ taskId: "asc" }, { id: "asc" }],
        take,
      });
      return withAccounts(client, rows);
    },
    bound: ({ accountId, taskId }) => [accountId, Number(taskId), "picture"],
    replace: ({ taskStep }, { taskId, id }, was, data) => taskStep.updateMany({ where: { taskId, id, ...was }, data }),
  }),
  sealedTable({
    table: "callback_secret",
    columns: ["secret", "previous"],
    read: ({ callbackSecret }, last: { accountId: number } | undefined) =>
      callbackSecret.findMany({
        where: { accountId: { gt: last?.accountId ?? 0 } },
        orderBy: { accountId: "asc" },
        take,
      }),
    bound: ({ accountId }) => [accountId, 0, "callback secret"],
    replace: ({ callbackSecret }, { accountId }, was, data) =>
      callbackSecret.updateMany({ where: { accountId, ...was }, data }),
  }),
  sealedTable({
    table: "event_endpoint",
    columns: ["secret", "previous"],
    read: ({ eventEndpoint }, last: ById | undefined) => eventEndpoint.findMany(pageAfter(last)),
    bound: ({ accountId }) => [accountId, 0, "event endpoint"],
    replace: ({ eventEndpoint }, { id }, was, data) => eventEndpoint.updateMany({ where: { id, ...was }, data }),
  }),
  sealedTable({
    table: "stored_secret",
    columns: ["value"],
    read: ({ storedSecret }, last: ById | undefined) => storedSecret.findMany(pageAfter(last)),
    bound: ({ accountId, name }) => [accountId, 0, `stored secret ${name}`],
    replace: ({ storedSecret }, { id }, was, data) => storedSecret.updateMany({ where: { id, ...was }, data }),
  }),
  sealedTable({
    table: "task_session",
    columns: ["state"],
    read: ({ taskSession }, last: ById | undefined) => taskSession.findMany(pageAfter(last)),
    bound: ({ accountId, name }) => [accountId, 0, `session ${name}`],
    replace: ({ taskSession }, { id }, was, data) => taskSession.updateMany({ where: { id, ...was }, data }),
  }),
  sealedTable({
    table: "inbound_message",
    columns: ["content"],
    read: ({ inboundMessage }, last: ById | undefined) => inboundMessage.findMany(pageAfter(last)),
    bound: ({ accountId }) => [accountId, 0, "inbound message"],
    replace: ({ inboundMessage }, { id }, was, data) => inboundMessage.updateMany({ where: { id, ...was }, data }),
  }),
];

type Client = Db["prisma"];

function sealedTable<Column extends string, Row extends { [column in Column]: Bytes | null }>({
  table,
  columns,
  read,
  bound,
  replace,
}: {
  table: string;
  columns: readonly Column[];
  /** The page after that row, of rows that may have a value. */
  read(client: Client, last: NoInfer<Row> | undefined): Promise<Row[]>;
  bound(row: NoInfer<Row>, column: Column): Bound;
  /** `was` and `data` have one column, as it was read and as it shall be. */
  replace(
    client: Client,
    row: NoInfer<Row>,
    was: { [column in Column]?: Bytes },
    data: { [column in Column]?: Bytes },
    fingerprint: () => Bytes,
  ): Promise<unknown>;
}): SealedTable {
  const only = (column: Column, value: Bytes) => ({ [column]: value }) as { [column in Column]?: Bytes };
  return {
    table,
    columns,
    async *values({ prisma }) {
      let rows: Row[] = [];
      do {
        rows = await read(prisma, rows.at(-1));
        for (const row of rows)
          for (const column of columns) {
            const sealed: Bytes | null = row[column];
            if (!sealed) continue;
            const was = only(column, sealed);
            yield {
              column,
              sealed,
              bound: bound(row, column),
              replace: (next, fingerprint) => replace(prisma, row, was, only(column, next), fingerprint),
            };
          }
      } while (rows.length === take);
    },
  };
}

interface ById {
  id: number;
}

function pageAfter(last: ById | undefined) {
  return { where: { id: { gt: last?.id ?? 0 } }, orderBy: { id: "asc" }, take } as const;
}

/** The rows after one of a table whose key begins with the task. The first condition is the one that PostgreSQL searches by. */
function afterInTask<Rest>(last: { taskId: bigint } | undefined, rest: Rest) {
  const { taskId } = last ?? { taskId: 0n };
  return { taskId: { gte: taskId }, AND: { OR: [{ taskId: { gt: taskId } }, rest] } };
}

/** Adds the account of each row's task, to which the tables have no foreign key. */
async function withAccounts<Row extends { taskId: bigint }>({ task }: Client, rows: readonly Row[]) {
  const ids = [...new Set(rows.map(({ taskId }) => taskId))];
  const tasks = await task.findMany({ where: { id: { in: ids } }, select: { id: true, accountId: true } });
  const accounts = new Map(tasks.map(({ id, accountId }) => [id, accountId]));
  return rows.map((row) => ({ ...row, accountId: accounts.get(row.taskId) ?? 0 }));
}
