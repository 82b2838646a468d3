import type pg from "pg";

/** The parts of the migrated schema from which TypeScript types are derived. */
export interface Catalog {
  types: Map<number, CatalogType>;
  /** The columns of tables and views, by `table.number`. */
  columns: Map<string, CatalogColumn>;
}

interface CatalogType {
  name: string;
  /** Of an enum. */
  labels: string[] | null;
  /** Of an array, the OID of its elements. */
  element: number;
}

interface CatalogColumn {
  name: string;
  notNull: boolean;
}

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const types = await client.query<CatalogType & { oid: number }>(`
    select t.oid, t.typname as name, case when t.typcategory = 'A' then t.typelem else 0 end as element,
           (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
      from pg_type t`);
  const columns = await client.query<CatalogColumn & { place: string }>(`
    select attrelid || '.' || attnum as place, attname as name, attnotnull as "notNull"
      from pg_attribute where attnum > 0`);
  return {
    types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
    columns: new Map(columns.rows.map(({ place, ...column }) => [place, column])),
  };
}
