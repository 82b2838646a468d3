import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "../generated/client.ts";
import { bigintTypes, numberTypes } from "./number-types.ts";
import { dropIdle, poolsOf } from "./server-pool.ts";
import { encodeParams, type Run, readRows } from "./statement.ts";

/** The database as verbs see it: Prisma for the ordinary ones, typed statements for the rest. */
export type Db = {
  /** The connections of typed statements. */
  pool: pg.Pool;
  /** Prisma's client, on connections of its own. */
  prisma: PrismaClient;
  /** Runs a typed statement, in a transaction of its own. Rejects with `pg.DatabaseError`. */
  run: Run;
  /**
   * As `run`, on a connection apart from the pool, where a statement is sent without waiting for the answers of those before
   * it: they run one after the other, in the order of the calls, each in its own transaction. A pooler that does not know
   * prepared statements is not asked to do that.
   */
  runPipelined: Run;
  /** Runs `work` in one transaction, which is rolled back if it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Waits for what is under way, then closes every connection. Calling it again does nothing. */
  close(): Promise<void>;
};

export type { Prisma };

/** One interactive transaction: Prisma's client, and typed statements on the same connection, planned as Prisma's queries are. */
export type Tx = Prisma.TransactionClient & { run: Run };

export type TransactionOptions = {
  /** Milliseconds after which the transaction is rolled back. Default 5,000. */
  timeout?: number;
  isolationLevel?: "RepeatableRead";
};

export type ConnectOptions = {
  /** Connections at most, beside the one of pipelined statements: two or more. Default 10. */
  max?: number;
  /** Name prepared statements on the server. Default: yes, unless GATEPOST_PREPARED is 0 (poolers that do not know them). */
  preparedNames?: boolean;
  /**
   * Milliseconds after which a query without an answer is given up, and its connection with it; 0: never. Default 30 s.
   * The server cancels it a little earlier, so that nothing is done after its caller got an error.
   */
  queryTimeout?: number;
  /** What `pg_stat_activity` shows. Default "gatepost". */
  applicationName?: string;
  /** Called with each error that says that the server lacks something, such as space on its disk. */
  onShortage?(error: pg.DatabaseError): void;
};

/** Prisma writes and reads timestamps without an offset, so the session must think in UTC wherever the server stands. */
const session = (statementTimeout: number) => `SET statement_timeout = ${statementTimeout}; SET TIME ZONE 'UTC'`;

/**
 * Typed statements are planned once a connection, not at each call: planning a batch costs more than running it.
 * Pages come from memory or an SSD: at the default of 4 the planner reads small tables whole, dead rows and all. And such
 * a plan, made while a table was nearly empty, would go on reading it whole when it is not: whatever has an index uses it. (Up to
 * PostgreSQL 17 what has none then looks so costly that it would be compiled first, hence no `jit`.)
 *
 * Prisma's queries have other connections, without these settings: they are written for any plan.
 */
const planning =
  "SET plan_cache_mode = force_generic_plan; SET random_page_cost = 1.1; SET enable_seqscan = off; SET jit = off";

/** How many of the connections are Prisma's: its client serves people, statements serve programs. */
const prismaShare = 0.4;

/** The part of our patience that the server has. */
const earlier = 0.9;

/** Opens nothing yet: connections are made when they are needed, and made again after they were lost. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const named = options.preparedNames ?? process.env.GATEPOST_PREPARED !== "0";
  const queryTimeout = options.queryTimeout ?? 30_000;
  const max = options.max ?? 10;
  const prismaMax = Math.max(1, Math.floor(max * prismaShare));
  const settings = session(Math.floor(queryTimeout * earlier));
  // A SET, since poolers refuse the startup option and do follow this one.
  const onConnect = (text: string) => async (client: pg.ClientBase) => void (await client.query(text));
  const poolOptions: pg.PoolConfig = {
    max: Math.max(1, max - prismaMax),
    application_name: options.applicationName ?? "gatepost",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A connection that is half open answers nothing, for as long as TCP believes in it.
    query_timeout: queryTimeout,
    types: numberTypes,
    onConnect: onConnect(`${settings}; ${planning}`),
  };
  const openPool = poolsOf(withoutName(url), { onShortage: options.onShortage });
  const pool = openPool(poolOptions);
  // Given back as soon as a statement is sent, its only connection takes the next one at once.
  const pipeline = openPool({ ...poolOptions, max: 1, pipeline: true });

  const prismaPool = openPool({ ...poolOptions, max: prismaMax, onConnect: onConnect(settings) });
  // A transaction waits for a connection as long as any other query does; by default it gives up after two seconds.
  const prisma = new PrismaClient({ adapter: new PrismaPg(prismaPool), transactionOptions: { maxWait: 10_000 } });
  let closed: Promise<void> | undefined;

  async function query<Row>(statement: pg.QueryConfig): Promise<Row[]> {
    const client = await pool.connect();
    try {
      const result = await client.query(statement);
      client.release();
      return result.rows as Row[];
    } catch (error) {
      // pool.query would throw the connection away after a mere unique violation.
      const answered = error instanceof pg.DatabaseError;
      client.release(answered ? undefined : (error as Error));
      // What kept one connection from answering, such as a firewall that forgot them all, may have met the idle ones too:
      // each of them would cost its next user the whole query timeout.
      if (!answered) void dropIdle(pool);
      throw error;
    }
  }

  const run: Run = async (statement, ...[params]) => {
    const { name, text } = statement;
    const values = encodeParams(statement, params);
    return readRows(statement, await query({ ...(named && { name }), text, values, types: bigintTypes }));
  };

  async function transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return prisma.$transaction(async (tx) => {
      const run: Run = async (statement, ...[params]) =>
        readRows(statement, await tx.$queryRawUnsafe(statement.text, ...encodeParams(statement, params)));
      // Of Prisma's own, what is set on one transaction's client is set on all.
      return work(new Proxy(tx, { get: (client, name) => (name === "run" ? run : Reflect.get(client, name)) }) as Tx);
    }, options);
  }

  const runPipelined: Run = async (statement, ...[params]) => {
    const { name, text } = statement;
    const values = encodeParams(statement, params);
    return readRows(statement, await queryPipelined({ name, text, values, types: bigintTypes }));
  };

  async function queryPipelined<Row>(statement: pg.QueryConfig): Promise<Row[]> {
    const client = await pipeline.connect();
    const answer = client.query(statement);
    client.release();
    try {
      return (await answer).rows as Row[];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) void dropIdle(pipeline);
      throw error;
    }
  }

  return {
    ...{ pool, prisma, run, runPipelined: named ? runPipelined : run, transaction },
    close() {
      closed ??= prisma
        .$disconnect()
        .then(async () => void (await Promise.all([pool, pipeline, prismaPool].map((one) => one.end()))));
      return closed;
    },
  };
}

/** The name in `pg_stat_activity` is ours: others ask by it who works on the database. */
function withoutName(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  address.searchParams.delete("application_name");
  return address.href;
}
