// Made from reserve-object.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReserveObjectParams {
  objectId: string;
}

export interface ReserveObjectRow {
  objectId: string;
}

export const reserveObjectSql: Statement<ReserveObjectParams, ReserveObjectRow> = {
  name: "reserve_object",
  params: ["objectId"],
  notNull: ["objectId"],
  text: `
insert into object_deletion (object_id, due_at) values ($1, now() + interval '1 hour') returning object_id as "objectId"`,
};
