// Made from server-version.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type ServerVersionParams = Record<never, never>;

export interface ServerVersionRow {
  version: number;
}

export const serverVersionSql: Statement<ServerVersionParams, ServerVersionRow> = {
  name: "server_version",
  params: [],
  notNull: ["version"],
  text: `
select current_setting('server_version_num')::int / 10000 as "version"`,
};
