import pg from "pg";
import { type Catalog, tsType } from "./pg-types.ts";
import type { ReadStatement } from "./read-statement.ts";

/** A statement with everything that its module contains. */
export interface TypedStatement {
  text: string;
  params: { name: string; type: string }[];
  columns: TypedColumn[];
  /** For each parameter that is JSON, the columns of its rows that JSON cannot carry as they are. */
  encoded: Map<string, string[]>;
}

interface TypedColumn {
  name: string;
  type: string;
  notNull: boolean;
  /** An int8 that is read as a number. */
  isId: boolean;
  values: string[] | undefined;
}

/** Types a statement by the database's schema. Throws a sentence that names the line, the parameter or the column. */
export async function typeStatement(
  client: pg.Client,
  catalog: Catalog,
  statement: ReadStatement,
): Promise<TypedStatement> {
  const described = await describe(client, statement.text).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.position === undefined) throw error;
    throw new Error(`line ${statement.lineAt(Number(error.position) - 1)}: ${error.message}`);
  });
  const params: TypedStatement["params"] = [];
  const encoded: TypedStatement["encoded"] = new Map();
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
  const typed = columns.map(({ name, type }) => {
    const isNumber = isId(catalog, type, name);
    const { given } = naming(name, () => tsType(catalog, type));
    return { name, given: isNumber ? "number" : given, isEncoded: /Uint8Array|bigint/.test(given) && !isNumber };
  });
  const keys = typed.map(({ name, given }) => `    ${name}: ${given} | null;\n`).join("");
  return {
    type: `readonly {\n${keys}  }[]`,
    encoded: typed.filter(({ isEncoded }) => isEncoded).map(({ name }) => name),
  };
}

function typeColumn(catalog: Catalog, statement: ReadStatement, column: DescribedColumn): TypedColumn {
  const { name } = column;
  const declared = statement.declared.get(name);
  const source = catalog.columns.get(`${column.table}.${column.column}`);
  const read = naming(`the column ${name}`, () => tsType(catalog, column.type).read);
  if (declared?.values && read !== "string") throw new Error(`the column ${name} has values, but is no text`);
  const id = source !== undefined && isId(catalog, column.type, source.name);
  return {
    name,
    type: declared?.values?.map((value) => JSON.stringify(value)).join(" | ") ?? (id ? "number" : read),
    notNull: declared ? !declared.nullable : source?.notNull === true && !statement.hasOuterJoin,
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

/** PostgreSQL's description of a statement, which is not run. */
interface Description {
  /** The types of $1, $2, … by OID. */
  params: number[];
  columns: DescribedColumn[];
}

interface DescribedColumn {
  name: string;
  /** By OID. */
  type: number;
  /** The table's OID and the column's number if it is a column of a table or view, also through subqueries; otherwise 0. */
  table: number;
  column: number;
}

/** The two protocol messages that `pg` sends and receives, and that its types lack. */
interface Connection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: "S"; name: string }): void;
  sync(): void;
  once(event: "parameterDescription", listener: (message: { dataTypeIDs: number[] }) => void): void;
}

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };

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
      handleRowDescription({ fields }: { fields: Field[] }) {
        described.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          table: tableID,
          column: columnID,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(submittable);
  });
}
