/**
 * A SQL statement with the types of its parameters and rows. `npm run sql` generates one from each .sql file; none is
 * written by hand.
 */
export interface Statement<Params extends object, Row extends object> {
  /** The file's name, under which it is prepared on a connection. */
  name: string;
  text: string;
  /** The parameters in the order of $1, $2, … */
  params: readonly string[];
  /** For each parameter that is rows of JSON, their columns, each with the property that it is taken from; null: any JSON. */
  json?: Readonly<Record<string, Readonly<Record<string, string>> | null>>;
  /** The columns of type int8 that are ids: they are read as numbers. */
  ids?: readonly string[];
  /** The columns that are never null, according to the schema or the statement. */
  notNull: readonly string[];
  /** The values that a text column can have, if the statement declares them. */
  oneOf?: Readonly<Record<string, readonly string[]>>;
  /** Never set: only carries the types. */
  types?: (params: Params) => Row;
}

export type Run = <Params extends object, Row extends object>(
  statement: Statement<Params, Row>,
  ...params: keyof Params extends never ? [] : [params: NoInfer<Params>]
) => Promise<Row[]>;

/** The values for $1, $2, … */
export function encodeParams({ params, json = {} }: Statement<never, object>, given: object = {}): unknown[] {
  const values: Record<string, unknown> = { ...given };
  return params.map((name) => {
    const value = values[name];
    const columns = json[name];
    if (columns === undefined || value === null) return value;
    return JSON.stringify(columns ? (value as Record<string, unknown>[]).map((row) => encodeRow(row, columns)) : value);
  });
}

function encodeRow(row: Record<string, unknown>, columns: Readonly<Record<string, string>>): object {
  const encoded: Record<string, unknown> = {};
  for (const column in columns) encoded[column] = encodeJson(row[columns[column] as string]);
  return encoded;
}

/** JSON has no bytes and no bigints. */
function encodeJson(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return typeof value === "bigint" ? String(value) : value;
}

/** Whether rows are checked against their type: in tests, not in production. */
const checking = process.env.GATEPOST_CHECK_ROWS === "1";

/** The rows as their type says. The only place that trusts PostgreSQL for it. */
export function readRows<Row extends object>(statement: Statement<never, Row>, rows: Record<string, unknown>[]): Row[] {
  for (const id of statement.ids ?? []) for (const row of rows) row[id] = readId(row[id]);
  if (checking) for (const row of rows) checkRow(statement, row);
  return rows as Row[];
}

function readId(id: unknown): number | null {
  if (id === null) return null;
  const number = Number(id);
  if (!Number.isSafeInteger(number)) throw new Error(`The id ${id} is beyond 2^53.`);
  return number;
}

/**
 * PostgreSQL guarantees the types of columns. What a statement declares itself is checked against the first row:
 * columns that are never null, and the values of a text.
 */
function checkRow({ name, notNull, oneOf = {} }: Statement<never, object>, row: Record<string, unknown>): void {
  for (const column of notNull)
    if (row[column] === null) throw new Error(`${name}: ${column} is null, but declared never to be.`);
  for (const [column, values] of Object.entries(oneOf))
    if (row[column] !== null && !values.includes(row[column] as string))
      throw new Error(`${name}: ${column} is ${row[column]}, but declared to be one of ${values.join(", ")}.`);
}
