// Made from list-connections.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ListConnectionsParams = Record<never, never>;

export interface ListConnectionsRow {
  name: string;
  connections: number;
}

export const listConnectionsSql: Statement<ListConnectionsParams, ListConnectionsRow> = {
  name: "list_connections",
  params: [],
  notNull: ["name","connections"],
  text: `
select application_name as "name", count(*)::int as "connections"
  from pg_stat_activity
 where datname = current_database() and application_name like 'gatepost%'
   and application_name not in (current_setting('application_name'), 'gatepost command')
 group by 1 order by 1`,
};
