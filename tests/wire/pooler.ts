import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRoot, ordinaryUser } from "@gatepost/db/embedded/user";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { freePort } from "../free-port.ts";
import { startServer, whyNoServer } from "./server-process.ts";

/** Why there is no pooler to test with; undefined where there is one. */
export const whyNoPooler = () => whyNoServer("pgbouncer", "--version");

/** The addresses of the same database by way of the pooler. */
export interface Pooler extends DatabaseUrls {
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode before a database, with so many connections to the server for each role and no more. */
export async function startPooler(database: DatabaseUrls, poolSize: number): Promise<Pooler> {
  const server = new URL(database.url);
  const folder = mkdtempSync(join(tmpdir(), "gatepost-pooler-"));
  const user = isRoot() ? ordinaryUser("postgres") : undefined;
  const port = await freePort();
  const name = server.pathname.slice(1);
  const file = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  const roles = [database.url, database.webUrl, database.workerUrl].map((url) => new URL(url));
  writeFileSync(users, roles.map(({ username, password }) => `"${username}" "${password}"\n`).join(""));
  writeFileSync(
    file,
    [
      "[databases]",
      `${name} = host=${server.hostname} port=${server.port} dbname=${name}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${users}`,
      "pool_mode = transaction",
      `default_pool_size = ${poolSize}`,
      "max_client_conn = 500",
    ].join("\n"),
  );
  chmodSync(folder, 0o700);
  if (user) for (const one of [folder, file, users]) chownSync(one, user.uid, user.gid);
  const stop = await startServer("pgbouncer", [file], { port, user });

  const byPooler = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  return {
    url: byPooler(database.url),
    webUrl: byPooler(database.webUrl),
    workerUrl: byPooler(database.workerUrl),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
