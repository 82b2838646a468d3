// Made from find-releasable-sessions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type FindReleasableSessionsParams = Record<never, never>;

export interface FindReleasableSessionsRow {
  sessionId: number;
}

export const findReleasableSessionsSql: Statement<FindReleasableSessionsParams, FindReleasableSessionsRow> = {
  name: "find_releasable_sessions",
  params: [],
  notNull: ["sessionId"],
  text: `
select distinct h.session_id as "sessionId"
  from task h
 where h.worker_id = 0
   and not exists (select from task o
                    where o.session_id = h.session_id and o.ended_at is null and o.worker_id is distinct from 0)
 limit 100`,
};
