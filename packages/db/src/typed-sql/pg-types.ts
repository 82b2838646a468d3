import type pg from "pg";

/** The parts of the migrated schema from which TypeScript types are derived. */
export type Catalog = Awaited<ReturnType<typeof readCatalog>>;

interface CatalogType {
  name: string;
  /** Of an enum. */
  labels: string[] | null;
  /** Of an array, the OID of its elements. */
  element: number;
}

export async function readCatalog(client: pg.Client) {
  const types = await client.query<CatalogType & { oid: number }>(`
    select t.oid, t.typname as name, case when t.typcategory = 'A' then t.typelem else 0 end as element,
           (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
      from pg_type t`);
  const columns = await client.query<{ place: string; name: string; notNull: boolean }>(`
    select attrelid || '.' || attnum as place, attname as name, attnotnull as "notNull"
      from pg_attribute where attnum > 0`);
  return {
    types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
    /** The columns of tables and views, by `table.number`. */
    columns: new Map(columns.rows.map(({ place, ...column }) => [place, column])),
  };
}

/** How a PostgreSQL type is read and passed in TypeScript. */
interface TsType {
  read: string;
  given: string;
}

const plain: Record<string, TsType | undefined> = {
  bool: same("boolean"),
  int2: same("number"),
  int4: same("number"),
  float4: same("number"),
  float8: same("number"),
  int8: { read: "bigint", given: "bigint | number" },
  text: same("string"),
  varchar: same("string"),
  name: same("string"),
  uuid: same("string"),
  bytea: same("Uint8Array"),
  timestamptz: same("Date"),
  json: same("unknown"),
  jsonb: same("unknown"),
};

/** What to write instead of a type that `pg` and Prisma read differently, or not at all. */
const instead: Record<string, string | undefined> = {
  numeric: "cast it to bigint, float8 or text",
  date: "cast it to text",
  timestamp: "use timestamptz",
  interval: "use seconds as float8, and seconds * interval '1 second'",
  void: "cast it to text",
  unknown: "cast it to its type",
};

/** Throws for an unsupported type, and says what to write instead. */
export function tsType({ types }: Catalog, oid: number): TsType {
  const type = types.get(oid);
  const name = type?.name ?? String(oid);
  if (type?.labels) return same(type.labels.map((label) => JSON.stringify(label)).join(" | "));
  if (type?.element) {
    const element = tsType({ types, columns: new Map() }, type.element);
    if (types.get(type.element)?.labels) throw new Error(`has type ${name}, which comes as text: cast it to text[]`);
    // A parameter goes to unnest as a column, which may contain nulls; a result is aggregated from values that are not
    // null.
    return { read: `${grouped(element.read)}[]`, given: `readonly (${element.given} | null)[]` };
  }
  const found = plain[name];
  if (!found) throw new Error(`has type ${name}: ${instead[name] ?? "the data layer does not carry it"}`);
  return found;
}

function same(type: string): TsType {
  return { read: type, given: type };
}

function grouped(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}
