import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "../generated/client.ts";
import { dropIdle, poolsOf } from "./servers.ts";
import { encodeParams, type Run, readRows } from "./statement.ts";

export type Db = ReturnType<typeof connect>;

/** `waiting` counts queries that wait for a connection. */
type PoolUse = { pool: "statements" | "heartbeat" | "prisma"; open: number; idle: number; waiting: number };

export type { Prisma };

/** One interactive transaction: Prisma's client, and typed statements on the same connection, planned as Prisma's queries are. */
export type Tx = Prisma.TransactionClient & { run: Run };

type TransactionOptions = {
  /** Milliseconds after which the transaction is rolled back. Default 5,000. */
  timeout?: number;
  isolationLevel?: "RepeatableRead";
};

export type ConnectOptions = {
  /** Maximum number of connections, not counting the one of heartbeats: two or more. Default 10. */
  max?: number;
  /** Whether prepared statements are named on the server, which some poolers do not support. Default true. */
  preparedNames?: boolean;
  /**
   * Milliseconds after which a query without a response fails, and its connection is closed; 0: never. Default 30 s.
   * The server cancels it a little earlier, so that nothing is done after its caller got an error.
   */
  queryTimeout?: number;
  /** The name in `pg_stat_activity`. Default "gatepost". */
  applicationName?: string;
  /** Called with each error that says that the server lacks a resource, such as disk space. */
  onShortage?(error: pg.DatabaseError): void;
};

/** The share of connections for Prisma: its client serves people, statements serve programs. */
const prismaShare = 0.4;

/** The server's timeout as a share of ours. */
const earlier = 0.9;

/**
 * The database for the domain: Prisma for ordinary queries, typed statements for the rest. Opens nothing yet: connections are
 * opened when needed, and reopened after they were lost.
 */
export function connect(url: string, options: ConnectOptions = {}) {
  const named = options.preparedNames ?? true;
  const queryTimeout = options.queryTimeout ?? 30_000;
  const max = options.max ?? 10;
  const prismaMax = Math.max(1, Math.floor(max * prismaShare));
  const session = required(Math.floor(queryTimeout * earlier));
  const poolOptions: pg.PoolConfig = {
    max: Math.max(1, max - prismaMax),
    application_name: options.applicationName ?? "gatepost",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A half-open connection does not respond for as long as TCP considers it alive.
    query_timeout: queryTimeout,
    types: numberTypes,
    // With SET, because poolers refuse the startup option and support this one.
    onConnect: (client) => makeSettings(client, session, planning),
  };
  const openPool = poolsOf(url, { onShortage: options.onShortage });
  const pool = openPool(poolOptions);
  const heartbeatPool = openPool({ ...poolOptions, max: 1 });
  const prismaPool = openPool({ ...poolOptions, max: prismaMax, onConnect: (client) => makeSettings(client, session) });
  // A transaction waits for a connection as long as any other query; by default it gives up after two seconds.
  const prisma = new PrismaClient({ adapter: new PrismaPg(prismaPool), transactionOptions: { maxWait: 10_000 } });
  let closed: Promise<void> | undefined;

  async function query<Row>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row[]> {
    const client = await pool.connect();
    try {
      const result = await client.query(statement);
      client.release();
      return result.rows as Row[];
    } catch (error) {
      // pool.query would close the connection after a mere unique violation.
      const answered = error instanceof pg.DatabaseError;
      client.release(answered ? undefined : (error as Error));
      // Whatever kept one connection from responding, such as a firewall that dropped its state, may have affected the
      // idle ones too, and each of them would cost its next user the whole query timeout.
      if (!answered) void dropIdle(pool);
      throw error;
    }
  }

  const runOn =
    (pool: pg.Pool): Run =>
    async (statement, ...[params]) => {
      const { name, text } = statement;
      const values = encodeParams(statement, params);
      return readRows(statement, await query(pool, { ...(named && { name }), text, values, types: bigintTypes }));
    };

  /** Runs `work` in one transaction, which is rolled back if it throws. */
  async function transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return prisma.$transaction(async (tx) => {
      const run: Run = async (statement, ...[params]) =>
        readRows(statement, await tx.$queryRawUnsafe(statement.text, ...encodeParams(statement, params)));
      // Prisma's own: what is set on one transaction's client is set on all.
      return work(new Proxy(tx, { get: (client, name) => (name === "run" ? run : Reflect.get(client, name)) }) as Tx);
    }, options);
  }

  return {
    /** The connections of typed statements. */
    pool,
    /** Prisma's client, with connections of its own. */
    prisma,
    /** Runs a typed statement, in a transaction of its own. Rejects with `pg.DatabaseError`. */
    run: runOn(pool),
    /** Like `run`, on a connection that only heartbeats use: they go on while all others are busy. */
    runHeartbeat: runOn(heartbeatPool),
    transaction,
    /** How the connections of this process are used right now. */
    poolUse: () => [useOf("statements", pool), useOf("heartbeat", heartbeatPool), useOf("prisma", prismaPool)],
    /** Waits for statements under way, then closes every connection. Calling it again does nothing. */
    close(): Promise<void> {
      closed ??= prisma
        .$disconnect()
        .then(async () => void (await Promise.all([pool, heartbeatPool, prismaPool].map((one) => one.end()))));
      return closed;
    },
  };
}

function useOf(name: PoolUse["pool"], { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { pool: name, open: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Prisma reads and writes timestamps without an offset, so the session's time zone must be UTC. */
export const required = (statementTimeout: number) => [
  `SET statement_timeout = ${statementTimeout}`,
  "SET TIME ZONE 'UTC'",
  // Prisma reads no other form of a time.
  "SET DATESTYLE = 'ISO'",
];

/**
 * Typed statements are planned once per connection rather than at each call, because planning a batch costs more than
 * running it. The costs are those of memory or an SSD: at the default of 4 the planner reads small tables whole,
 * including dead rows. Such a plan, made while a table was nearly empty, would go on reading the whole table later, so
 * plans use an index wherever there is one. (Up to PostgreSQL 17 a plan without an index then looks so costly that it
 * would be compiled first, hence no `jit`.) Prisma's queries have other connections, without these settings, because
 * they suit any plan.
 */
export const planning = [
  "SET plan_cache_mode = force_generic_plan",
  "SET random_page_cost = 1.1",
  "SET enable_seqscan = off",
  "SET jit = off",
];

/**
 * Makes the settings of a session, in one round trip. A server that refuses one of the optional ones, such as a
 * distributed engine without the planner of PostgreSQL, gets each alone and keeps those that it knows.
 */
export async function makeSettings(client: pg.ClientBase, wanted: readonly string[], optional: readonly string[] = []) {
  try {
    await client.query([...wanted, ...optional].join("; "));
    return;
  } catch (error) {
    if (optional.length === 0 || !(error instanceof pg.DatabaseError)) throw error;
  }
  await client.query(wanted.join("; "));
  for (const setting of optional)
    await client.query(setting).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
}

const INT8 = 20;
const INT8_ARRAY: number = 1016;

/** An int8 as a number if a number holds it exactly, otherwise as a bigint. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Parses int8 and arrays of it so, and the rest as pg does it. */
function int8As(parse: (text: string) => number | bigint): pg.CustomTypesConfig {
  const parseArray = (text: string) =>
    (pg.types.getTypeParser(INT8_ARRAY)(text) as (string | null)[]).map((one) => (one === null ? null : parse(one)));
  return {
    getTypeParser: ((oid: number, format?: "text" | "binary") => {
      if (format !== "binary" && oid === INT8) return parse;
      if (format !== "binary" && oid === INT8_ARRAY) return parseArray;
      return pg.types.getTypeParser(oid, format as "text");
    }) as pg.CustomTypesConfig["getTypeParser"],
  };
}

/** For a pool: our ids and amounts stay below 2^53. Prisma passes its own parsers with each query, so these do not affect it. */
export const numberTypes = int8As(parseInt8);

/** For typed statements: int8 becomes a bigint, as with Prisma. */
const bigintTypes = int8As(BigInt);
