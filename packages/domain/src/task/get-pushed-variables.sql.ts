// Made from get-pushed-variables.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetPushedVariablesParams {
  taskId: bigint | number;
}

export interface GetPushedVariablesRow {
  pushed: unknown | null;
}

export const getPushedVariablesSql: Statement<GetPushedVariablesParams, GetPushedVariablesRow> = {
  name: "get_pushed_variables",
  params: ["taskId"],
  notNull: [],
  text: `
select json_agg(json_build_object('name', name, 'receipts', with_receipt(v), 'isSupplied', state = 'supplied' and supplied_at is not null)
                order by name) as "pushed"
  from variable v
 where task_id = $1 and (supplied_at is not null or receipts is not null)`,
};
