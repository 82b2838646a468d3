// Made from find-tasks-of-account.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindTasksOfAccountParams {
  accountId: number;
  before: bigint | number;
  scanned: bigint | number;
  state: "queued" | "running" | "waiting" | "ready" | "failed" | null;
  errorCode: string | null;
  softId: bigint | number | null;
  endedFrom: Date | null;
  endedBefore: Date | null;
  templateName: string | null;
  search: string | null;
  take: bigint | number;
}

export interface FindTasksOfAccountRow {
  ids: number[];
  seen: number;
  last: number | null;
}

export const findTasksOfAccountSql: Statement<FindTasksOfAccountParams, FindTasksOfAccountRow> = {
  name: "find_tasks_of_account",
  params: ["accountId","before","scanned","state","errorCode","softId","endedFrom","endedBefore","templateName","search","take"],
  notNull: ["ids","seen"],
  text: `
with seen as materialized (
  select id, state, error_code, error_description, website_url, application_id, template_version_id, ended_at
    from task where account_id = $1 and id < $2::bigint order by id desc limit $3
)
select array(select id from seen
              where ($4::task_state is null or state = $4) and ($5::text is null or error_code = $5)
                and ($6::bigint is null or application_id = $6)
                and ($7::timestamptz is null or ended_at >= $7)
                and ($8::timestamptz is null or ended_at < $8)
                and ($9::text is null or template_version_id = any(array(
                       select v.id from template m join template_version v on v.template_id = m.id
                        where (m.account_id = $1 or m.account_id is null) and m.name = $9)))
                and ($10::text is null or position(lower($10) in lower(website_url)) > 0
                     or position(lower($10) in lower(concat_ws(' ', error_code, error_description))) > 0
                     or template_version_id = any(array(
                       select v.id from template m join template_version v on v.template_id = m.id
                        where (m.account_id = $1 or m.account_id is null) and not m.draft
                          and position(lower($10) in lower(m.name)) > 0)))
              order by id desc limit $11)::float8[] as "ids",
       (select count(*) from seen)::int as "seen", (select min(id) from seen)::float8 as "last"`,
};
