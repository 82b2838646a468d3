// Made from get-task-variables.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface GetTaskVariablesParams {
  taskId: bigint | number;
}

export interface GetTaskVariablesRow {
  name: string;
  state: "awaited" | "supplied" | "taken";
  attempt: number;
  length: number | null;
  suppliedAt: Date | null;
  takenAt: Date | null;
  awaitedAt: Date | null;
  deadline: Date | null;
}

export const getTaskVariablesSql: Statement<GetTaskVariablesParams, GetTaskVariablesRow> = {
  name: "get_task_variables",
  params: ["taskId"],
  notNull: ["name","state","attempt"],
  text: `
select name, state, attempt, length, supplied_at as "suppliedAt", taken_at as "takenAt", awaited_at as "awaitedAt",
       case when deadline_tick is not null then
         now() + greatest(0, deadline_tick - (select tick from service_clock where id = 1)) * interval '1 second' end as "deadline"
  from variable where task_id = $1 order by name`,
};
