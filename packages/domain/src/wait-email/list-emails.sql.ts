// Made from list-emails.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListEmailsParams {
  accountId: number;
  limit: bigint | number;
}

export interface ListEmailsRow {
  emailId: number;
  to: string;
  kind: "waiting" | "reminder";
  taskId: number;
  at: Date;
  sentAt: Date | null;
  problem: string | null;
  pending: boolean;
}

export const listEmailsSql: Statement<ListEmailsParams, ListEmailsRow> = {
  name: "list_emails",
  params: ["accountId","limit"],
  ids: ["emailId","taskId"],
  notNull: ["emailId","to","kind","taskId","at","pending"],
  oneOf: {"kind":["waiting","reminder"]},
  text: `
select e.id as "emailId", a.email as "to", e.kind as "kind", n.task_id as "taskId", e.created_at as "at",
       e.sent_at as "sentAt", e.problem as "problem", e.next_at is not null as "pending"
  from (select id, task_id from wait_notice where account_id = $1 order by id desc limit 100) n
  join wait_email e on e.notice_id = n.id
  join email_address a on a.id = e.address_id
 order by e.id desc limit $2`,
};
