import pg from "pg";
import { type Catalog, tsType } from "./pg-types.ts";
import type { ReadStatement } from "./read-statement.ts";

/** A statement with everything that its module contains. */
export type TypedStatement = Awaited<ReturnType<typeof typeStatement>>;

/** Types a statement by the database's schema. Throws a sentence that names the line, the parameter or the column. */
export async function typeStatement(client: pg.Client, catalog: Catalog, statement: ReadStatement) {
  const described = await describe(client, statement.text).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.position === undefined) throw error;
    throw new Error(`line ${statement.lineAt(Number(error.position) - 1)}: ${error.message}`);
  });
  const params: { name: string; type: string }[] = [];
  /** For each parameter that is JSON, the columns of its rows that JSON cannot carry as they are. */
  const encoded = new Map<string, string[]>();
  for (const [index, { name, nullable }] of statement.params.entries()) {
    const list = statement.recordsets.get(name);
    const recordset = list === undefined ? undefined : await typeRecordset(client, catalog, list);
    const type = recordset?.type ?? naming(`:${name}`, () => tsType(catalog, described.params[index] ?? 0).given);
    if (type === "unknown" || recordset) encoded.set(name, recordset?.encoded ?? []);
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
  return { text: statement.text, params, columns, encoded };
}

/** Rows of JSON: every key is required, and each may be null. */
async function typeRecordset(client: pg.Client, catalog: Catalog, list: string) {
  const { columns } = await describe(client, `select * from json_to_recordset(null) as i(${list})`);
  const typed = columns.map(({ name, dataTypeID }) => {
    const isNumber = isId(catalog, dataTypeID, name);
    const { given } = naming(name, () => tsType(catalog, dataTypeID));
    return { name, given: isNumber ? "number" : given, isEncoded: /Uint8Array|bigint/.test(given) && !isNumber };
  });
  const keys = typed.map(({ name, given }) => `    ${name}: ${given} | null;\n`).join("");
  return {
    type: `readonly {\n${keys}  }[]`,
    encoded: typed.filter(({ isEncoded }) => isEncoded).map(({ name }) => name),
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
