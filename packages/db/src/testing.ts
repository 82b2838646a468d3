import pg from "pg";
import { type ConnectOptions, connect } from "./connect.ts";
import { type EmbeddedUrls, embeddedUrls } from "./embedded/address.ts";
import { migrate } from "./migration/migrate.ts";
import { processRoles, roles } from "./roles/roles.ts";
import type { Statement } from "./statement.ts";

/** A database with the addresses of its roles: what runs in a test signs in as it does in production. */
export type ClonedDatabase = EmbeddedUrls & {
  /** Runs a statement in it as the superuser, such as one that cuts connections of other roles. */
  asAdmin(statement: string): Promise<void>;
  /** Cuts who is still connected, and removes the database; so does its disposal. */
  drop(): Promise<void>;
} & AsyncDisposable;

/** Why web and worker do not sign in as themselves: the server is not ours (`npm test -- database`). Undefined if they do. */
export const whyNoRoles = process.env.GATEPOST_TEST_DATABASE_URL
  ? "on a server that is not Gatepost's, everybody signs in with one role"
  : undefined;

/** A fresh database with every migration applied and nothing in it, for one test file: a copy, made in about 10 ms. */
export async function cloneDatabase({ tablespace = "pg_default" } = {}): Promise<ClonedDatabase> {
  const server = process.env.GATEPOST_TEST_POSTGRES;
  if (!server) throw new Error("No test server runs: start it with startTestServer, as the test setup does.");
  if (whyNoRoles) return cloneElsewhere(server);
  const template = new URL(server).pathname.slice(1);
  const name = newName();

  // Lets the file system copy, within itself; where it cannot, PostgreSQL does it by hand.
  const clone = "DO $$ BEGIN SET file_copy_method = clone; EXCEPTION WHEN OTHERS THEN NULL; END $$";
  const copy = `TEMPLATE ${template} STRATEGY file_copy TABLESPACE ${tablespace}`;
  await ask(
    urlOf(server, "postgres"),
    ...(tablespace === "pg_default" ? [clone] : []),
    `CREATE DATABASE ${name} ${copy} OWNER ${roles.owner}`,
    // Not copied: who may connect.
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
    ...processRoles.map((process) => `GRANT CONNECT ON DATABASE ${name} TO ${roles[process]}`),
  );
  return cloned(server, name, embeddedUrls(urlOf(server, name)));
}

function cloned(server: string, name: string, urls: EmbeddedUrls): ClonedDatabase {
  const drop = async () => void (await ask(urlOf(server, "postgres"), `DROP DATABASE ${name} WITH (FORCE)`));
  const asAdmin = async (statement: string) => void (await ask(urlOf(server, name), statement));
  return { ...urls, asAdmin, drop, [Symbol.asyncDispose]: drop };
}

/**
 * A fresh database and a connection of its owner, until the tests of the file have run. `sql` runs a statement on it, and returns
 * its rows: sql`select name from template where id = ${id}`
 */
export async function openDatabase(options?: ConnectOptions) {
  const database = await cloneDatabase();
  const db = connect(database.url, options);
  const { afterAll } = await import("vitest");
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  return { ...database, db, sql: sqlOn(db.pool) };
}

/**
 * On a server that is not ours (`npm test -- database`). Everybody signs in as the role of its address, because roles
 * belong to a whole server, which may have an installation. A server that copies no database is migrated each time.
 */
async function cloneElsewhere(server: string): Promise<ClonedDatabase> {
  const name = newName();
  const url = urlOf(server, name);
  const create = `CREATE DATABASE ${name}`;
  try {
    await ask(urlOf(server, "postgres"), `${create} TEMPLATE ${new URL(server).pathname.slice(1)}`);
  } catch {
    await ask(urlOf(server, "postgres"), create);
    await migrate(url);
  }
  return cloned(server, name, { adminUrl: url, url, webUrl: url, workerUrl: url });
}

const newName = () => `test_${crypto.randomUUID().replaceAll("-", "")}`;

/** Of another database of the server: copies and removals are asked for in `postgres`, because theirs must have no visitors. */
function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on a connection of their own, and returns the rows of the last one. */
export async function ask(url: string, ...statements: string[]): Promise<pg.QueryResult["rows"]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is stopped meanwhile is said by the statement.
  client.on("error", () => {});
  try {
    await client.connect();
    let rows: pg.QueryResult["rows"] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Runs a statement of a test, and returns its rows: sql`select name from template where id = ${id}` */
export type Sql = (text: TemplateStringsArray, ...values: unknown[]) => Promise<pg.QueryResult["rows"]>;

export function sqlOn(pool: pg.Pool): Sql {
  return async (text, ...values) => {
    const numbered = text.reduce((statement, part, n) => `${statement}$${n}${part}`);
    return (await pool.query(numbered, values)).rows;
  };
}

/** A statement without parameters that no file has, for tests of connections. */
export function adHoc<Row extends object>(name: string, text: string): Statement<Record<never, never>, Row> {
  return { name, text, params: [], notNull: [] };
}
