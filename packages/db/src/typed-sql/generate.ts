import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";
import { openClient } from "../servers.ts";
import { type Catalog, readCatalog, tsType } from "./pg-types.ts";
import { type ReadStatement, readStatement } from "./read-statement.ts";

/** The modules of all .sql files below `folder`, typed by the migrated database at `url`. */
export async function generate(url: string, folder: string) {
  await using client = await openClient(url, "gatepost sql");
  const catalog = await readCatalog(client);
  /** The expected modules, by their files; null for one whose statement is gone. */
  const modules = new Map<string, string | null>();
  /** Sentences about statements that cannot be typed. */
  const problems: string[] = [];
  const names = new Set<string>();
  for (const file of filesOf(folder, "**/*.sql")) {
    try {
      // A name can only have one text on a connection.
      if (names.has(basename(file))) throw new Error("another folder has a statement of this name");
      names.add(basename(file));
      const statement = readStatement(readFileSync(join(folder, file), "utf8"));
      modules.set(`${file}.ts`, writeModule(file, await typeStatement(client, catalog, statement)));
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`);
    }
  }
  for (const file of filesOf(folder, "**/*.sql.ts"))
    if (!existsSync(join(folder, file.replace(/\.ts$/, "")))) modules.set(file, null);
  return { modules, problems };
}

/** The files of `modules` that differ from what they should be. */
export function staleModules(folder: string, modules: ReadonlyMap<string, string | null>): string[] {
  return [...modules.keys()].filter((file) => {
    const path = join(folder, file);
    return (existsSync(path) ? readFileSync(path, "utf8") : null) !== modules.get(file);
  });
}

/** Migrations are SQL too, but not statements. */
function filesOf(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder, exclude: ["**/node_modules/**", "**/migrations/**", "**/.*/**"] }).sort();
}

/** The TypeScript module of a statement, to be written beside its .sql file. */
function writeModule(file: string, { text, params, columns, json }: TypedStatement): string {
  const name = basename(file, ".sql");
  const verb = camelCase(name);
  const type = verb.charAt(0).toUpperCase() + verb.slice(1);
  const ids = columns.filter(({ isId }) => isId).map(({ name }) => name);
  const listed = columns.flatMap(({ name, values }) => (values ? [[name, values] as const] : []));
  return `// Made from ${name}.sql and the schema by \`npm run sql\`, and not committed: change those.
import type { Statement } from "@gatepost/db/statement";

${interfaceOf(`${type}Params`, params)}
${interfaceOf(
  `${type}Row`,
  columns.map((column) => ({ name: column.name, type: column.notNull ? column.type : `${column.type} | null` })),
)}
export const ${verb}Sql: Statement<${type}Params, ${type}Row> = {
  name: ${JSON.stringify(name.replaceAll("-", "_"))},
  params: ${JSON.stringify(params.map(({ name }) => name))},
${json.size > 0 ? `  json: ${JSON.stringify(Object.fromEntries(json))},\n` : ""}\
${ids.length > 0 ? `  ids: ${JSON.stringify(ids)},\n` : ""}\
  notNull: ${JSON.stringify(columns.filter(({ notNull }) => notNull).map(({ name }) => name))},
${listed.length > 0 ? `  oneOf: ${JSON.stringify(Object.fromEntries(listed))},\n` : ""}\
  text: \`
${text.replaceAll(/[\\`]|\$\{/g, "\\$&")}\`,
};
`;
}

function camelCase(name: string): string {
  return name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function interfaceOf(name: string, properties: { name: string; type: string }[]): string {
  if (properties.length === 0) return `export type ${name} = Record<never, never>;\n`;
  return `export interface ${name} {\n${properties.map(({ name, type }) => `  ${name}: ${type};\n`).join("")}}\n`;
}

/** A statement with everything that its module contains. */
type TypedStatement = Awaited<ReturnType<typeof typeStatement>>;

/** Types a statement by the database's schema. Throws a sentence that names the line, the parameter or the column. */
async function typeStatement(client: pg.Client, catalog: Catalog, statement: ReadStatement) {
  const described = await describe(client, statement.text).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.position === undefined) throw error;
    throw new Error(`line ${statement.lineAt(Number(error.position) - 1)}: ${error.message}`);
  });
  const params: { name: string; type: string }[] = [];
  const json = new Map<string, Record<string, string> | null>();
  for (const [index, { name, nullable }] of statement.params.entries()) {
    const list = statement.recordsets.get(name);
    const recordset = list === undefined ? undefined : await typeRecordset(client, catalog, list);
    const type = recordset?.type ?? naming(`:${name}`, () => tsType(catalog, described.params[index] ?? 0).given);
    if (type === "unknown" || recordset) json.set(name, recordset?.columns ?? null);
    params.push({ name, type: nullable ? `${type} | null` : type });
  }
  const columns = described.columns.map((column) => typeColumn(catalog, statement, column));
  const known = new Set<string>();
  for (const { name } of columns) {
    if (!/^[a-z]\w*$/i.test(name)) throw new Error(`the column ${name} has no name: write as "name"`);
    if (known.has(name)) throw new Error(`two columns have the name ${name}`);
    known.add(name);
  }
  for (const name of statement.declared.keys())
    if (!known.has(name)) throw new Error(`"${name}" is declared, but is no column of the result`);
  return { text: statement.text, params, columns, json };
}

/** Rows of JSON, with properties in camel case: each is required, and may be null or undefined. */
async function typeRecordset(client: pg.Client, catalog: Catalog, list: string) {
  const { columns } = await describe(client, `select * from json_to_recordset(null) as i(${list})`);
  const properties = columns.map(({ name, dataTypeID }) => {
    const { given } = naming(name, () => tsType(catalog, dataTypeID));
    return `    ${camelCase(name)}: ${isId(catalog, dataTypeID, name) ? "number" : given} | null | undefined;\n`;
  });
  return {
    type: `readonly {\n${properties.join("")}  }[]`,
    columns: Object.fromEntries(columns.map(({ name }) => [name, camelCase(name)])),
  };
}

function typeColumn(catalog: Catalog, statement: ReadStatement, { name, dataTypeID, tableID, columnID }: pg.FieldDef) {
  const declared = statement.declared.get(name);
  // Known for a column of a table or view, also through subqueries; for any other, both numbers are 0.
  const source = catalog.columns.get(`${tableID}.${columnID}`);
  const read = naming(`the column ${name}`, () => tsType(catalog, dataTypeID).read);
  if (declared?.values && read !== "string") throw new Error(`the column ${name} has values, but is no text`);
  const id = source !== undefined && isId(catalog, dataTypeID, source.name);
  return {
    name,
    type: declared?.values?.map((value) => JSON.stringify(value)).join(" | ") ?? (id ? "number" : read),
    notNull: declared ? !declared.nullable : source?.notNull === true && !statement.hasOuterJoin,
    /** An int8 that is read as a number. */
    isId: id,
    values: declared?.values,
  };
}

/** An int8 that a sequence counts up from one stays below 2^53, so ids are numbers and all other int8 are bigints. */
function isId({ types }: Catalog, oid: number, name: string): boolean {
  return types.get(oid)?.name === "int8" && /(?:^|_)id$/.test(name);
}

function naming<T>(what: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`${what} ${(error as Error).message}`);
  }
}

/** The two protocol messages that `pg` sends and receives, and that its types lack. */
interface Connection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: "S"; name: string }): void;
  sync(): void;
  once(event: "parameterDescription", listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** PostgreSQL's description of a statement, which is not run. `params`: the types of $1, $2, … by OID. */
interface Description {
  params: number[];
  columns: pg.FieldDef[];
}

/** Parses a statement on the server and describes it. Rejects with `pg.DatabaseError` if it cannot be parsed. */
function describe(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const described: Description = { params: [], columns: [] };
    // What pg calls a submittable, like cursors and COPY streams: it writes its own messages, and reads the responses.
    const submittable: pg.Submittable & Record<string, unknown> = {
      submit(connection: unknown) {
        const wire = connection as Connection;
        wire.once("parameterDescription", ({ dataTypeIDs }) => {
          described.params = dataTypeIDs;
        });
        wire.parse({ name: "", text });
        wire.describe({ type: "S", name: "" });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        described.columns = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(submittable);
  });
}
