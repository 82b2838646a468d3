// Made from find-role-power.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type FindRolePowerParams = Record<never, never>;

export interface FindRolePowerRow {
  role: string;
  power: "superuser" | "owner" | "creator" | null;
}

export const findRolePowerSql: Statement<FindRolePowerParams, FindRolePowerRow> = {
  name: "find_role_power",
  params: [],
  notNull: ["role"],
  oneOf: {"power":["superuser","owner","creator"]},
  text: `
select rolname as "role",
       case when rolsuper then 'superuser'
            when exists (select from pg_class
                          where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')) then 'owner'
            when has_schema_privilege('public', 'create') then 'creator' end as "power"
  from pg_roles where rolname = current_user`,
};
