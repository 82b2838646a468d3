// Made from read-list-marks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReadListMarksParams {
  accountIds: readonly (number | null)[];
}

export interface ReadListMarksRow {
  accountId: number;
  mark: string;
}

export const readListMarksSql: Statement<ReadListMarksParams, ReadListMarksRow> = {
  name: "read_list_marks",
  params: ["accountIds"],
  notNull: ["accountId","mark"],
  text: `
select a.id as "accountId",
       concat_ws(' ', (select max(id) from task where account_id = a.id),
                      (select string_agg(concat_ws(' ', id, state, fence), ',' order by id) from task
                        where worker_id is not null and account_id = a.id)) as "mark"
  from unnest($1::int[]) as a(id)`,
};
