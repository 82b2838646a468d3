// Made from open-answer-link.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface OpenAnswerLinkParams {
  hash: Uint8Array;
}

export interface OpenAnswerLinkRow {
  linkId: number;
  accountId: number;
  taskId: number;
  name: string;
  extensions: number;
  email: string;
  live: string | null;
  isAwaited: boolean;
  until: number;
  templateName: string;
  websiteUrl: string;
}

export const openAnswerLinkSql: Statement<OpenAnswerLinkParams, OpenAnswerLinkRow> = {
  name: "open_answer_link",
  params: ["hash"],
  ids: ["taskId"],
  notNull: ["linkId","accountId","taskId","name","extensions","email","isAwaited","until","templateName","websiteUrl"],
  text: `
select l.id as "linkId", l.account_id as "accountId", l.task_id as "taskId", l.name, l.extensions, a.email, l.live,
       coalesce((select v.awaited_at is not null and v.state = 'awaited' from variable v where v.task_id = t.id and v.name = l.name), false) as "isAwaited",
       extract(epoch from l.expires_at)::float8 * 1000 as "until",
       m.name as "templateName", t.website_url as "websiteUrl"
  from answer_link l
  join task t on t.id = l.task_id
  join account a on a.id = l.account_id
  join template_version v on v.id = t.template_version_id
  join template m on m.id = v.template_id
 where l.hash = $1 and l.revoked_at is null and l.expires_at > now() and t.ended_at is null and a.suspended_at is null`,
};
