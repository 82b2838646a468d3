import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { findServer, MIGRATING, openClient, serversOf } from "../servers.ts";
import { type DatabaseUrls, processRoles, roles } from "./roles.ts";

/**
 * Creates the roles in the addresses, with their passwords, and makes one the owner of the database and everything in
 * it. `adminUrl` is a superuser's address of the same database. Any number of processes may call it, at every start:
 * what is right already is unchanged, and nothing is lost.
 */
export async function prepareRoles(adminUrl: string, urls: DatabaseUrls): Promise<void> {
  await using client = await openClient(await findServer(adminUrl), "gatepost roles");
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATING]);
  await keepRole(client, roles.owner, urls.url);
  await keepRole(client, roles.web, urls.webUrl);
  await keepRole(client, roles.worker, urls.workerUrl);
  await closeToOthers(client);
  await transferOwnership(client);
  await client.query("COMMIT");
}

/** A role that may only sign in, with the address's password. */
async function keepRole(client: pg.Client, role: string, url: string): Promise<void> {
  const { username, password } = new URL(serversOf(url)[0]);
  if (decodeURIComponent(username) !== role)
    throw new Error(`An address names the user ${decodeURIComponent(username)}, where it must name ${role}.`);
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  if (!rowCount) await client.query(`CREATE ROLE ${role}`);
  const verifier = client.escapeLiteral(scramVerifier(decodeURIComponent(password)));
  await client.query(
    `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${verifier}`,
  );
}

/** Only named roles may connect to the database, and create tables or temporary tables in it. */
async function closeToOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const database = pg.escapeIdentifier(rows[0]?.name ?? "");
  await client.query(`ALTER DATABASE ${database} OWNER TO ${roles.owner}`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  for (const process of processRoles) await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${roles[process]}`);
  await client.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
  await client.query("ALTER SCHEMA public OWNER TO pg_database_owner");
}

/**
 * Tables with their sequences and indexes, other sequences, views, functions and types. Nothing that belongs to an
 * extension.
 */
async function transferOwnership(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER %s %s OWNER TO ${roles.owner}', o.kind, o.name) AS statement
       FROM (
         SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind,
                c.oid::regclass::text AS name, c.relowner AS owner, c.relnamespace AS namespace, c.oid
           FROM pg_class c
          WHERE c.relkind IN ('r', 'p', 'v')
             OR c.relkind = 'S' AND NOT EXISTS (
                  SELECT FROM pg_depend d
                   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
         UNION ALL
         SELECT 'ROUTINE', p.oid::regprocedure::text, p.proowner, p.pronamespace, p.oid FROM pg_proc p
         UNION ALL
         SELECT 'TYPE', t.oid::regtype::text, t.typowner, t.typnamespace, t.oid FROM pg_type t
          WHERE t.typtype IN ('e', 'd') OR (SELECT relkind FROM pg_class WHERE oid = t.typrelid) = 'c'
       ) o
      WHERE o.namespace = 'public'::regnamespace AND o.owner <> '${roles.owner}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`,
  );
  for (const { statement } of rows) await client.query(statement);
}

const iterations = 4_096;

/**
 * What PostgreSQL stores for a password (RFC 5802 and 7677). Sent instead of the password, which a server that logs its
 * statements would write down.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, iterations, 32, "sha256");
  const key = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(key("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${key("Server Key").toString("base64")}`;
}
