import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type EmbeddedUrls, embeddedUrls } from "@gatepost/db/embedded/address";
import { findBinaries } from "@gatepost/db/embedded/binaries";
import { environment } from "@gatepost/db/embedded/cluster";
import { startEmbedded } from "@gatepost/db/embedded/embedded";
import { isRoot, ordinaryUser, type User } from "@gatepost/db/embedded/user";
import pg from "pg";
import { afterAll } from "vitest";
import { freePort } from "../free-port.ts";
import { openRelay } from "../relay.ts";

/** With addresses of its own, for reading; for everything once it is promoted. */
interface Standby extends EmbeddedUrls {
  /** Makes it the primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A server for the tests of a file, and what passes connections on to it. */
export async function openPrimary(folder: string) {
  const primaryHome = join(folder, "primary");
  const primary = await startEmbedded({ dataDir: primaryHome });
  afterAll(() => primary.stop());
  const address = await openRelay(primary.url);
  afterAll(() => address.close());
  return { primary, primaryHome, address };
}

/**
 * A streaming standby of the embedded server whose data are in `primaryHome`, as a host of its own would be: copied
 * while the primary runs, then fed by it.
 */
export async function startStandby(adminUrl: string, primaryHome: string, home: string): Promise<Standby> {
  const user = isRoot() ? ordinaryUser("postgres") : undefined;
  const cluster = join(home, "cluster");
  mkdirSync(home, { mode: 0o755 });
  await copyCluster(adminUrl, join(primaryHome, "cluster"), cluster);
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl);
  writeFileSync(join(cluster, "standby.signal"), "");
  writeFileSync(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=standby'\n`,
  );
  if (user) ownAll(home, user);

  const port = await freePort();
  const { postgres } = await findBinaries(user, home);
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200 };
  const log = openSync(join(home, "postgres.log"), "a", 0o600);
  const child = spawn(
    postgres,
    ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...user, env: environment(), cwd: cluster, stdio: ["ignore", log, log] },
  );
  const leave = () => child.kill("SIGQUIT");
  process.once("exit", leave);

  const address = new URL(adminUrl);
  address.port = String(port);
  const urls = embeddedUrls(address.href);
  await untilAnswers(urls.adminUrl, () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(home, "postgres.log"), "utf8"));
  });
  return {
    ...urls,
    async promote() {
      await ask(urls.adminUrl, "select pg_promote(true, 30)");
    },
    async stop() {
      process.off("exit", leave);
      const exited = once(child, "exit");
      child.kill("SIGQUIT");
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What pg_basebackup does, which the embedded server does not bring. */
async function copyCluster(adminUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  // Files that go meanwhile are gone for the standby too.
  cpSync(from, to, { recursive: true, filter: (path) => !/postmaster\.(?:pid|opts)$/.test(path) });
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  await client.end();
}

function ownAll(path: string, user: User): void {
  chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { recursive: true, encoding: "utf8" }))
    lchownSync(join(path, entry), user.uid, user.gid);
}

/** One question on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilAnswers(url: string, check: () => void): Promise<void> {
  for (;;) {
    check();
    const rows = await ask(url, "select 1").catch(() => []);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
