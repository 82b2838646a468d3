import pg from "pg";
import { MIGRATING, openClient } from "../servers.ts";
import { grants, type Privilege, sequenceGrants } from "./grants.ts";
import { type ProcessRole, processRoles, roles } from "./roles.ts";

/**
 * Grants the roles of web and worker the privileges of grants.ts and revokes all others, in one transaction. Skips a
 * role that was not granted CONNECT on this database by name; the installation then works without it. `url` is that of
 * the tables' owner.
 */
export async function applyGrants(url: string): Promise<void> {
  await using client = await openClient(url, "gatepost grants");
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
  const relations = await relationsOf(client);
  const taking = await rolesOf(client);
  const statements = processRoles
    .filter((process) => taking.includes(roles[process]))
    .flatMap((process) => grantsOf(process, relations));
  await client.query(statements.join(";\n"));
  await client.query("COMMIT");
}

/** The roles of web and worker that were granted CONNECT on this database by name. */
async function rolesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT DISTINCT r.rolname AS role
       FROM pg_database d, aclexplode(d.datacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE d.datname = current_database() AND a.privilege_type = 'CONNECT' AND r.rolname = ANY ($1)`,
    [processRoles.map((process) => roles[process])],
  );
  return rows.map(({ role }) => role);
}

/** The owner's. `table`: to whose column a sequence belongs; null for one that belongs to none. */
export async function relationsOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; kind: string; table: string | null }>(
    `SELECT c.relname AS name, c.relkind AS kind, t.relname AS table
       FROM pg_class c
       LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                            AND d.refclassid = 'pg_class'::regclass
       LEFT JOIN pg_class t ON t.oid = d.refobjid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
            AND pg_has_role(c.relowner, 'USAGE')
      ORDER BY 1`,
  );
  return {
    tables: rows.filter(({ kind }) => kind !== "S").map(({ name }) => name),
    sequences: rows.filter(({ kind }) => kind === "S").map(({ name, table }) => ({ name, table })),
  };
}

/** Revokes all, on columns too, before it grants. */
function grantsOf(process: ProcessRole, { tables, sequences }: Awaited<ReturnType<typeof relationsOf>>): string[] {
  const role = roles[process];
  const uses = ({ name, table }: { name: string; table: string | null }) =>
    table === null ? sequenceGrants[name]?.includes(process) : inserts(table, process);
  const wanted = [
    ...tables.map((name) => ({ on: pg.escapeIdentifier(name), privileges: grants[name]?.[process] ?? [] })),
    ...sequences.map((one) => ({
      on: `SEQUENCE ${pg.escapeIdentifier(one.name)}`,
      privileges: uses(one) ? ["USAGE"] : [],
    })),
  ];
  return wanted.flatMap(({ on, privileges }) => [
    `REVOKE ALL ON ${on} FROM ${role}`,
    ...(privileges.length > 0 ? [`GRANT ${privileges.join(", ")} ON ${on} TO ${role}`] : []),
  ]);
}

function inserts(table: string, process: ProcessRole): boolean {
  const privileges: readonly Privilege[] = grants[table]?.[process] ?? [];
  return privileges.some((privilege) => privilege.startsWith("INSERT"));
}
