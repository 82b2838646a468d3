import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRoot, ordinaryUser } from "@gatepost/db/embedded/user";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { freePort } from "../free-port.ts";
import { untilOpen } from "./until-open.ts";

/** Where Debian puts it is not on everybody's PATH. */
const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Why there is no pooler to test with; undefined where there is one. */
export function whyNoPooler(): string | undefined {
  try {
    execFileSync("pgbouncer", ["--version"], { env: { PATH: path }, stdio: "ignore" });
    return undefined;
  } catch {
    return "PgBouncer is not installed (on Debian: apt-get install pgbouncer)";
  }
}

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
      `logfile = ${join(folder, "pgbouncer.log")}`,
    ].join("\n"),
  );
  chmodSync(folder, 0o700);
  if (user) for (const one of [folder, file, users]) chownSync(one, user.uid, user.gid);
  const child = spawn("pgbouncer", ["-q", file], { ...user, cwd: "/", env: { PATH: path }, stdio: "ignore" });
  // It ends with us.
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  try {
    await untilOpen(port, child);
  } catch (error) {
    throw new Error(`PgBouncer did not start: ${readFileSync(join(folder, "pgbouncer.log"), "utf8")}`, {
      cause: error,
    });
  }

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
      process.off("exit", leave);
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
