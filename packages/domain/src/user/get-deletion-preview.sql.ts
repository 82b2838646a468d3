// Made from get-deletion-preview.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetDeletionPreviewParams {
  userId: string;
  accountId: number;
}

export interface GetDeletionPreviewRow {
  email: string;
  accountId: number;
  available: bigint;
  others: number;
  keys: number;
  applications: number;
  templates: number;
  emailAddresses: number;
  tasks: number;
  openTasks: number;
  ledgerEntries: number;
}

export const getDeletionPreviewSql: Statement<GetDeletionPreviewParams, GetDeletionPreviewRow> = {
  name: "get_deletion_preview",
  params: ["userId","accountId"],
  notNull: ["email","accountId","available","others","keys","applications","templates","emailAddresses","tasks","openTasks","ledgerEntries"],
  text: `
select u.email, a.id as "accountId", a.available,
       (select count(*)::int from portal_user o where o.account_id = a.id and o.id <> u.id) as "others",
       (select count(*)::int from api_key k where k.account_id = a.id) as "keys",
       (select count(*)::int from application p where p.account_id = a.id and p.archived_at is null) as "applications",
       (select count(*)::int from template m where m.account_id = a.id) as "templates",
       (select count(*)::int from email_address e where e.account_id = a.id) as "emailAddresses",
       (select count(*)::int from task t where t.account_id = a.id) as "tasks",
       (select count(*)::int from task t where t.account_id = a.id and t.ended_at is null) as "openTasks",
       (select count(*)::int from ledger_entry l where l.account_id = a.id) as "ledgerEntries"
  from portal_user u join account a on a.id = u.account_id
 where u.id = $1 and a.id = $2`,
};
