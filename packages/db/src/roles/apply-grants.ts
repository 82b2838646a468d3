import pg from "pg";
import { MIGRATING } from "../locks.ts";
import { openClient } from "../servers.ts";
import { grants, type Privilege, sequenceGrants } from "./grants.ts";
import { type ProcessRole, processRoles, roles } from "./roles.ts";

/**
 * Grants the roles of web and worker the privileges of grants.ts and revokes all others, in one transaction. Skips a
 * role that was not granted CONNECT on this database by name; the installation then works without it. `url` is that of
 * the tables' owner.
 */
export async function applyGrants(url: string): Promise<void> {
  await using client = await openClient(url, "gatepost grants");
  if ((await differences(client)).length === 0) return;
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
  for (const { role, relation, kind, privileges } of await differences(client)) {
    const [on, to] = [`ON ${kind} ${pg.escapeIdentifier(relation)}`, pg.escapeIdentifier(role)];
    // Including privileges on columns.
    await client.query(`REVOKE ALL ${on} FROM ${to}`);
    if (privileges.length > 0) await client.query(`GRANT ${privileges.join(", ")} ${on} TO ${to}`);
  }
  await client.query("COMMIT");
}

/** The roles and relations whose privileges differ from grants.ts. */
async function differences(client: pg.Client) {
  const taking = await rolesOf(client);
  if (taking.length === 0) return [];
  const granted = await grantedPrivileges(client);
  return wantedPrivileges(await relationsOf(client)).filter(({ role, relation, privileges }) => {
    const found = granted.get(`${role} ${relation}`) ?? [];
    return taking.includes(role) && found.join() !== singlePrivileges(privileges).join();
  });
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

/** `table`: to whose column a sequence belongs; null for one that belongs to none. */
export async function relationsOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; kind: string; table: string | null }>(
    `SELECT c.relname AS name, c.relkind AS kind, t.relname AS table
       FROM pg_class c
       LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                            AND d.refclassid = 'pg_class'::regclass
       LEFT JOIN pg_class t ON t.oid = d.refobjid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
      ORDER BY 1`,
  );
  return {
    tables: rows.filter(({ kind }) => kind !== "S").map(({ name }) => name),
    sequences: rows.filter(({ kind }) => kind === "S").map(({ name, table }) => ({ name, table })),
  };
}

/** By role and relation, single privileges in order. */
async function grantedPrivileges(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ place: string; privileges: string[] }>(
    // From relation to relation: the planner would otherwise explode the privileges of each column for each relation.
    `SELECT r.rolname || ' ' || c.relname AS place, array_agg(g.privilege ORDER BY g.privilege COLLATE "C") AS privileges
       FROM pg_class c, LATERAL (
              SELECT a.grantee, a.privilege_type AS privilege FROM aclexplode(c.relacl) a
              UNION ALL
              SELECT a.grantee, a.privilege_type || ' ' || t.attname
                FROM pg_attribute t, aclexplode(t.attacl) a WHERE t.attrelid = c.oid
            ) g JOIN pg_roles r ON r.oid = g.grantee
      WHERE c.relnamespace = 'public'::regnamespace AND r.rolname = ANY ($1)
      GROUP BY 1`,
    [processRoles.map((process) => roles[process])],
  );
  return new Map(rows.map(({ place, privileges }) => [place, privileges]));
}

/** The privileges of each role on each relation, in the notation of GRANT. */
function wantedPrivileges({ tables, sequences }: Awaited<ReturnType<typeof relationsOf>>) {
  return processRoles.flatMap((process) => {
    const role = roles[process];
    return [
      ...tables.map((relation) => {
        return { role, relation, kind: "TABLE", privileges: grants[relation]?.[process] ?? [] };
      }),
      ...sequences.map(({ name, table }) => {
        const uses = table === null ? sequenceGrants[name]?.includes(process) : inserts(table, process);
        return { role, relation: name, kind: "SEQUENCE", privileges: uses ? ["USAGE"] : [] };
      }),
    ];
  });
}

/** Single privileges, such as `SELECT` and `UPDATE email`, in a fixed order. */
export function singlePrivileges(privileges: readonly string[]): string[] {
  return privileges
    .flatMap((privilege) => {
      const [, name = privilege, columns] = /^(\w+) \((.*)\)$/.exec(privilege) ?? [];
      return columns === undefined ? [name] : columns.split(", ").map((column) => `${name} ${column}`);
    })
    .sort();
}

function inserts(table: string, process: ProcessRole): boolean {
  const privileges: readonly Privilege[] = grants[table]?.[process] ?? [];
  return privileges.some((privilege) => privilege.startsWith("INSERT"));
}
