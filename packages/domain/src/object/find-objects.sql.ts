// Made from find-objects.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindObjectsParams {
  objectIds: readonly (string | null)[];
}

export interface FindObjectsRow {
  objectId: string;
  isNamed: boolean;
}

export const findObjectsSql: Statement<FindObjectsParams, FindObjectsRow> = {
  name: "find_objects",
  params: ["objectIds"],
  notNull: ["objectId","isNamed"],
  text: `
select object_id as "objectId", true as "isNamed" from task_step where object_id = any($1::uuid[])
 union all
select object_id, true from solution_object where object_id = any($1::uuid[])
 union all
select object_id, false from object_deletion where object_id = any($1::uuid[])`,
};
