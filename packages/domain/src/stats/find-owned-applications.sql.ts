// Made from find-owned-applications.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindOwnedApplicationsParams {
  inputs: readonly {
    n: number | null;
    soft_id: number | null;
    account_id: number | null;
    key_id: number | null;
  }[];
}

export interface FindOwnedApplicationsRow {
  n: number;
  now: Date;
  verified: boolean;
  softId: number | null;
  revision: number | null;
  createdAt: Date | null;
}

export const findOwnedApplicationsSql: Statement<FindOwnedApplicationsParams, FindOwnedApplicationsRow> = {
  name: "find_owned_applications",
  params: ["inputs"],
  encoded: {"inputs":[]},
  notNull: ["n","now","verified"],
  text: `
select i.n as "n", now() as "now",
       i.key_id is null
         or (select k.id from usable_key k where k.id = i.key_id and k.account_id = i.account_id) is not null as "verified",
       a.id as "softId", a.revision as "revision", a.created_at as "createdAt"
  from json_to_recordset($1::json) as i(n int, soft_id bigint, account_id int, key_id int)
  left join lateral (
    select * from application where id = i.soft_id and (account_id = i.account_id or i.account_id is null) limit 1) a on true`,
};
