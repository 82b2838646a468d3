import type { Db } from "@gatepost/db/connect";

/** Every column of every row, as PostgreSQL writes it. */
export async function dump({ pool }: Pick<Db, "pool">): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const contents = await Promise.all(tables.map(({ name }) => pool.query(`select t::text as row from ${name} t`)));
  return contents.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}
