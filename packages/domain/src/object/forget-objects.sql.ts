// Made from forget-objects.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ForgetObjectsParams {
  objectIds: readonly (string | null)[];
}

export interface ForgetObjectsRow {
  n: number;
}

export const forgetObjectsSql: Statement<ForgetObjectsParams, ForgetObjectsRow> = {
  name: "forget_objects",
  params: ["objectIds"],
  notNull: ["n"],
  text: `
with forgotten as (delete from object_deletion where object_id = any($1::uuid[]) returning 1)
select count(*)::int as "n" from forgotten`,
};
