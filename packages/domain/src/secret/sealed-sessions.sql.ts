// Made from sealed-sessions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface SealedSessionsParams {
  afterSessionId: number;
  limit: bigint | number;
}

export interface SealedSessionsRow {
  sessionId: number;
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export const sealedSessionsSql: Statement<SealedSessionsParams, SealedSessionsRow> = {
  name: "sealed_sessions",
  params: ["afterSessionId","limit"],
  notNull: ["sessionId","accountId","taskId","name","sealed"],
  text: `
select id as "sessionId", account_id as "accountId", 0 as "taskId", 'session ' || name as "name", state as "sealed"
  from task_session where state is not null and id > $1 order by id limit $2`,
};
