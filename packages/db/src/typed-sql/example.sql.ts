// Made from example.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ExampleParams {
  label: string | null;
  limits: readonly {
    n: number | null;
    account_id: number | null;
    above: bigint | number | null;
    mark: Uint8Array | null;
  }[];
  until: Date;
}

export interface ExampleRow {
  n: number;
  accountId: number | null;
  available: bigint | null;
  suspendedAt: Date | null;
  entryId: number | null;
  kind: "top_up" | "hold" | "capture" | "release" | "commission" | "refund" | "correction" | null;
  note: string | null;
  mark: Uint8Array | null;
  label: string | null;
  place: "above" | "within";
}

export const exampleSql: Statement<ExampleParams, ExampleRow> = {
  name: "example",
  params: ["label","limits","until"],
  encoded: {"limits":["above","mark"]},
  ids: ["entryId"],
  notNull: ["n","place"],
  oneOf: {"place":["above","within"]},
  text: `
select i.n as "n", a.id as "accountId", a.available, a.suspended_at as "suspendedAt", l.id as "entryId", l.kind as "kind",
       l.note, i.mark, $1::text as label,
       case when a.available > i.above then 'above' else 'within' end as "place"
  from json_to_recordset($2::json) as i(n int, account_id int, above bigint, mark bytea)
  join account a on a.id = i.account_id
  left join ledger_entry l on l.account_id = a.id 
 where a.email <> ':none' and a.created_at <= $3
 order by i.n`,
};
