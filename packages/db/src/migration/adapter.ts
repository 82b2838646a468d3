import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import { createHash } from "node:crypto";
import pg from "pg";

const CHAR = 18;
const TEXT = 25;
const ENGINE_LOCK = "SELECT pg_advisory_lock(72707369)";

/** How the engine reaches PostgreSQL: one connection to `url`, and a fresh database wherever it asks for a shadow. */
export function engineAdapter(url: string) {
  return bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => openAdapter(url),
    connectToShadowDb: () => openShadow(url),
  });
}

/** PrismaPg's own shadow would connect to the live database. */
async function openShadow(url: string): Promise<SqlDriverAdapter> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = admin.escapeIdentifier(`gatepost_shadow_${crypto.randomUUID()}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const shadow = new URL(url);
  shadow.pathname = `/${name.replaceAll('"', "")}`;
  const adapter = await openAdapter(shadow.href);
  const dispose = adapter.dispose.bind(adapter);
  return Object.assign(adapter, {
    async dispose() {
      await dispose();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  });
}

async function openAdapter(url: string): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString: url, application_name: "gatepost migrate", max: 1, idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  const charColumns = readCharAsText(pool);
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const { queryRaw, executeRaw } = { queryRaw: adapter.queryRaw.bind(adapter), executeRaw: adapter.executeRaw.bind(adapter) };
  return Object.assign(adapter, {
    async queryRaw(query: SqlQuery) {
      const result = await queryRaw(query);
      for (const index of charColumns.get(query.sql) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    },
    // The engine locks a session, which a pooler mixes up. We hold the same lock for a transaction's length instead.
    executeRaw: async (query: SqlQuery) => (query.sql === ENGINE_LOCK ? 0 : executeRaw(query)),
    // As one message, which PostgreSQL runs as one transaction; PrismaPg would cut the script at each semicolon.
    async executeScript(script: string) {
      try {
        await pool.query(`${script}\n;${finish(script)}`);
      } catch (error) {
        throw asAdapterError(error);
      }
    },
  });
}
