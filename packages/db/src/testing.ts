import pg from "pg";
import { type EmbeddedUrls, embeddedUrls } from "./embedded/address.ts";
import { migrate } from "./migration/migrate.ts";
import { processRoles, roles } from "./roles/roles.ts";
import type { Statement } from "./statement.ts";

/** A database with the addresses of its roles: what runs in a test signs in as it does in production. */
export type ClonedDatabase = EmbeddedUrls & {
  /** Runs a statement in it as the superuser, such as one that cuts connections of other roles. */
  asAdmin(statement: string): Promise<void>;
  /** Cuts who is still connected, and removes the database. */
  drop(): Promise<void>;
};

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

  await withAdmin(server, "postgres", async (admin) => {
    // Lets the file system copy, within itself; where it cannot, PostgreSQL does it by hand.
    if (tablespace === "pg_default") await admin.query("SET file_copy_method = clone").catch(() => {});
    const copy = `TEMPLATE ${template} STRATEGY file_copy TABLESPACE ${tablespace}`;
    await admin.query(`CREATE DATABASE ${name} ${copy} OWNER ${roles.owner}`);
    // Not copied: who may connect.
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    for (const process of processRoles) await admin.query(`GRANT CONNECT ON DATABASE ${name} TO ${roles[process]}`);
  });

  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    ...embeddedUrls(url.href),
    asAdmin: (statement) => withAdmin(server, name, (admin) => admin.query(statement)),
    drop: () => withAdmin(server, "postgres", (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/**
 * On a server that is not ours (`npm test -- database`). Everybody signs in as the role of its address, because roles
 * belong to a whole server, which may have an installation. A server that copies no database is migrated each time.
 */
async function cloneElsewhere(server: string): Promise<ClonedDatabase> {
  const name = newName();
  const url = new URL(server);
  const template = url.pathname.slice(1);
  url.pathname = `/${name}`;
  const copied = await withAdmin(server, "postgres", (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
  ).then(
    () => true,
    () => false,
  );
  if (!copied) {
    await withAdmin(server, "postgres", (admin) => admin.query(`CREATE DATABASE ${name}`));
    await migrate(url.href);
  }
  return {
    adminUrl: url.href,
    url: url.href,
    webUrl: url.href,
    workerUrl: url.href,
    asAdmin: (statement) => withAdmin(server, name, (admin) => admin.query(statement)),
    drop: () => withAdmin(server, "postgres", (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

const newName = () => `test_${crypto.randomUUID().replaceAll("-", "")}`;

/** Copies and removals are asked for in `postgres`: the database must have no visitors. */
async function withAdmin(server: string, database: string, work: (admin: pg.Client) => Promise<unknown>) {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const admin = new pg.Client({ connectionString: url.href });
  try {
    await admin.connect();
    await work(admin);
  } finally {
    await admin.end();
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
