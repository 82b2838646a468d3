// Made from due-objects.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DueObjectsParams {
  limit: bigint | number;
}

export interface DueObjectsRow {
  objectId: string;
}

export const dueObjectsSql: Statement<DueObjectsParams, DueObjectsRow> = {
  name: "due_objects",
  params: ["limit"],
  notNull: ["objectId"],
  text: `
select object_id as "objectId" from object_deletion where due_at <= now() order by due_at limit $1 for update skip locked`,
};
