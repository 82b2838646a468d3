// Made from read-session.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReadSessionParams {
  sessionId: number;
  accountId: number;
  sessionSeconds: number;
}

export interface ReadSessionRow {
  name: string;
  state: Uint8Array;
}

export const readSessionSql: Statement<ReadSessionParams, ReadSessionRow> = {
  name: "read_session",
  params: ["sessionId","accountId","sessionSeconds"],
  notNull: ["name","state"],
  text: `
select name, state as "state"
  from task_session
 where id = $1 and account_id = $2 and state is not null
   and saved_at > now() - $3 * interval '1 second'`,
};
