import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { migrationNames } from "./files.ts";
import type { EngineAnswer, EngineTask } from "./migrate.ts";

/**
 * Prisma's schema engine as WebAssembly, for the database at `url`. One per thread, because its bindings hold one
 * instance. It leaves timers behind, so the thread must be ended.
 */
async function openEngine(url: string, schema: string): Promise<bindings.SchemaEngine> {
  const module = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = readFileSync(module.replace(/\.js$/, ".wasm"));
  const imports = { "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(wasm, imports);
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => openAdapter(url),
    connectToShadowDb: () => openShadow(url),
  });
  return bindings.SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => {}, adapter);
}

const CHAR = 18;
const TEXT = 25;

/** PrismaPg's own shadow would be the live database. */
async function openShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `gatepost_shadow_${crypto.randomUUID()}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE "${name}"`);
  const shadow = new URL(url);
  shadow.pathname = `/${name}`;
  const adapter = await openAdapter(shadow.href);
  const leave = adapter.dispose.bind(adapter);
  return Object.assign(adapter, {
    async dispose() {
      await leave();
      await admin.query(`DROP DATABASE "${name}"`);
      await admin.end();
    },
  });
}

async function openAdapter(url: string): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "gatepost migrate",
    max: 1,
    idleTimeoutMillis: 0,
  });
  pool.on("error", () => {});
  const charColumns = readCharAsText(pool);
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    async queryRaw(query: SqlQuery) {
      const result = await queryRaw(query);
      for (const column of charColumns.get(query.sql) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    },
    // PrismaPg would split the script at each semicolon.
    async executeScript(script: string) {
      await pool.query(script);
    },
  });
}

/**
 * The engine reads the catalogue's "char" columns, which PrismaPg refuses. Returns which columns of a query have that
 * type.
 */
function readCharAsText(pool: pg.Pool): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const reading = async (config: pg.QueryConfig) => {
    const result = await query(config);
    for (const [column, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      found.set(config.text, [...(found.get(config.text) ?? []), column]);
    }
    return result;
  };
  Object.assign(pool, { query: reading });
  return found;
}

async function answer({ url, folder }: EngineTask): Promise<EngineAnswer> {
  try {
    const content = readFileSync(join(folder, "schema.prisma"), "utf8");
    const baseDir = join(folder, "migrations");
    const engine = await openEngine(url, content);
    const { exitCode, stdout } = await engine.diff({
      from: {
        tag: "migrations",
        baseDir,
        lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
        shadowDbInitScript: "",
        migrationDirectories: (await migrationNames(folder)).map((path) => {
          const value = readFileSync(join(baseDir, path, "migration.sql"), "utf8");
          return { path, migrationFile: { path: "migration.sql", content: { tag: "ok", value } } };
        }),
      },
      to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content }] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 2 ? { script: stdout ?? "" } : {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await answer(workerData as EngineTask));
