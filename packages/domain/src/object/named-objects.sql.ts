// Made from named-objects.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface NamedObjectsParams {
  after: string;
  limit: bigint | number;
}

export interface NamedObjectsRow {
  objectId: string;
  isNamed: boolean;
}

export const namedObjectsSql: Statement<NamedObjectsParams, NamedObjectsRow> = {
  name: "named_objects",
  params: ["after","limit"],
  notNull: ["objectId","isNamed"],
  text: `
(select object_id as "objectId", true as "isNamed" from task_step where object_id > $1 order by object_id limit $2)
 union all
(select object_id, true from solution_object where object_id > $1 order by object_id limit $2)
 union all
(select object_id, false from object_deletion where object_id > $1 order by object_id limit $2)
 order by 1 limit $2`,
};
