import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import type pg from "pg";
import { findServer, openClient } from "../servers.ts";
import { PRISMA } from "./files.ts";
import { compareMigrations } from "./migrate.ts";

/** Writes the next migration, to be read before it is applied. Returns its file, or undefined if nothing changed. */
export async function draft(url: string, name: string, folder = PRISMA): Promise<string | undefined> {
  const { pending } = await compareMigrations(url, folder);
  if (pending.length > 0)
    throw new Error(
      `The database lacks the migration ${pending[0]}: run npx gatepost migrate before you draft the next one.`,
    );
  const script = await drift(url, folder);
  if (script === undefined) return undefined;
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const made = join(folder, "migrations", `${now}_${name.replace(/\W+/g, "_").toLowerCase()}`);
  await mkdir(made);
  const file = join(made, "migration.sql");
  await writeFile(file, script);
  return file;
}

/**
 * The SQL from the tables of a migrated database to those of schema.prisma, by Prisma's schema engine; undefined if they agree. What
 * Prisma cannot express (checks, partial indexes) is not compared.
 */
export async function drift(url: string, folder = PRISMA): Promise<string | undefined> {
  const content = await readFile(join(folder, "schema.prisma"), "utf8");
  const files = [{ path: "schema.prisma", content }];
  await using client = await openClient(await findServer(url), "gatepost draft");
  const connect = async () => readingAdapter(client);
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "catalog",
    connect,
    connectToShadowDb: connect,
  });
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", content]] }, () => {}, adapter);
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir: folder },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 2 ? (stdout ?? "") : undefined;
}

/** The types of the catalogue's columns by OID, beside text. PrismaPg refuses the "char" among them. */
const kinds: Record<number, SqlColumnType> = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
  1009: ColumnTypeEnum.TextArray,
};

type SqlColumnType = (typeof ColumnTypeEnum)[keyof typeof ColumnTypeEnum];

/** With which the engine reads the catalogue. It writes nothing. */
function readingAdapter(client: pg.Client): SqlDriverAdapter {
  const refuse = () => Promise.reject(new Error("A comparison only reads."));
  return {
    provider: "postgres",
    adapterName: "catalog",
    async queryRaw({ sql, args }: SqlQuery) {
      const { fields, rows } = await client.query({ text: sql, values: args, rowMode: "array" });
      const columnTypes = fields.map(({ dataTypeID }) => kinds[dataTypeID] ?? ColumnTypeEnum.Text);
      return { columnNames: fields.map(({ name }) => name), columnTypes, rows };
    },
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => {},
  };
}
