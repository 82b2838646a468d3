import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ordinaryUser, type User } from "@gatepost/db/embedded/user";
import pg from "pg";
import { findPrimary } from "./reachable.ts";

const configuration = join(import.meta.dirname, "../../deploy/ha");

const path = `${process.env.PATH}:/usr/sbin:/usr/bin:/usr/lib/postgresql`;

/** Ports of 127.0.0.1, as in deploy/ha. */
const etcdPort = 12379;
export const nodes = {
  a: { postgres: 15501, api: 18501 },
  b: { postgres: 15502, api: 18502 },
} as const;
type NodeName = keyof typeof nodes;
/** Where the two PgBouncers listen. */
export const poolers = [16432, 16433];

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Has Patroni make the other node the primary. */
export async function switchOver(cluster: Cluster): Promise<void> {
  const leader = await cluster.primary();
  const candidate = leader === "a" ? "b" : "a";
  const response = await fetch(`http://127.0.0.1:${nodes[leader].api}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader, candidate }),
  });
  if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
}

/** Starts etcd, two nodes of PostgreSQL under Patroni, HAProxy and PgBouncer, with an empty database `gatepost`. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-ha-"));
  const user = ordinaryUser("postgres");
  chmodSync(folder, 0o755);
  const undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const password = randomBytes(16).toString("hex");
  const binaries = dirname(globSync("/usr/lib/postgresql/*/bin/postgres").sort().at(-1) as string);

  const servers = openServers(folder, user);
  const { own, start } = servers;
  undo.defer(() => servers.stop());

  const urlAt = (port: number, database = "gatepost") =>
    `postgresql://gatepost:${password}@127.0.0.1:${port}/${database}`;
  const role = async (node: NodeName) => {
    const response = await fetch(`http://127.0.0.1:${nodes[node].api}/patroni`).catch(() => undefined);
    return (await response?.json().catch(() => undefined)) as
      | { role: string; state: string; sync_standby?: boolean }
      | undefined;
  };
  const isPrimary = (said: Awaited<ReturnType<typeof role>>) =>
    said?.state === "running" && (said.role === "primary" || said.role === "master");

  const cluster = {
    /** The database's address at a port, such as HAProxy's. */
    urlAt,
    /** The node that Patroni says is the primary. */
    async primary(): Promise<NodeName> {
      for (;;) {
        for (const node of ["a", "b"] as const) if (isPrimary(await role(node))) return node;
        await sleep(200);
      }
    },
    /** Resolves when one node is primary and the other one follows it synchronously. */
    async healthy(): Promise<void> {
      for (const end = performance.now() + 120_000; performance.now() < end; await sleep(200)) {
        const [a, b] = [await role("a"), await role("b")];
        if ((isPrimary(a) && b?.sync_standby) || (isPrimary(b) && a?.sync_standby)) return;
      }
      throw new Error(`The cluster did not become healthy; the logs are in ${folder}.`);
    },
    /** The process id of a node's postmaster. */
    postmaster(node: NodeName): number {
      return Number(readFileSync(join(folder, `data-${node}`, "postmaster.pid"), "utf8").split("\n", 1)[0]);
    },
    /** Restarts etcd, or a node with its PostgreSQL, as `systemctl restart` does. */
    restart: (name: "etcd" | `patroni-${NodeName}`) => servers.restart(name),
    /** Starts another PgBouncer, which takes over the sockets of the one at this port. */
    replacePooler: (port: number) => servers.replace(`pgbouncer-${port}`, ["-R"]),
    /** Starts HAProxy anew for new connections, as `systemctl reload haproxy` does. */
    async reloadProxy(): Promise<void> {
      const loaded = () => readFileSync(join(folder, "haproxy.log"), "utf8").split("Loading success").length;
      const before = loaded();
      servers.signal("haproxy", "SIGUSR2");
      for (const end = performance.now() + 30_000; loaded() === before; await sleep(50))
        if (performance.now() > end) throw new Error("HAProxy did not reload within 30 s.");
    },
    stop: () => undo.disposeAsync(),
  };

  try {
    const client = `http://127.0.0.1:${etcdPort}`;
    start("etcd", "etcd", [
      "--data-dir",
      own(join(folder, "etcd-data")),
      "--listen-client-urls",
      client,
      "--advertise-client-urls",
      client,
      "--listen-peer-urls",
      "http://127.0.0.1:12380",
    ]);
    const configurationFile = join(folder, "patroni.yml");
    copyFileSync(join(configuration, "patroni.yml"), configurationFile);
    const startNode = (node: NodeName) =>
      start(`patroni-${node}`, "patroni", [configurationFile], {
        PATRONI_NAME: node,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${nodes[node].api}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${nodes[node].api}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${nodes[node].postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${nodes[node].postgres}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(folder, `data-${node}`),
        PATRONI_POSTGRESQL_BIN_DIR: binaries,
        PATRONI_POSTGRESQL_PGPASS: join(folder, `patroni-${node}`, "pgpass"),
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: "replicator",
        PATRONI_REPLICATION_PASSWORD: password,
      });
    // Patroni makes the data folders.
    chownSync(folder, user.uid, user.gid);
    startNode("a");
    await within(60_000, cluster.primary());
    startNode("b");
    await cluster.healthy();
    const admin = new pg.Client({
      connectionString: urlAt(nodes[await cluster.primary()].postgres, "postgres").replace("gatepost:", "postgres:"),
    });
    await admin.connect();
    await admin.query(`create role gatepost login createrole password '${password}'`);
    await admin.query("create database gatepost owner gatepost");
    await admin.end();

    start("haproxy", "haproxy", ["-W", "-db", "-f", join(configuration, "haproxy.cfg")]);
    for (const port of poolers) {
      const name = `pgbouncer-${port}`;
      const pooler = own(join(folder, name));
      const text = readFileSync(join(configuration, "pgbouncer.ini"), "utf8");
      writeFileSync(
        join(pooler, "pgbouncer.ini"),
        text.replace(/^(listen_port = ).*/m, `$1${port}`).replace(/^(unix_socket_dir = ).*/m, `$1${pooler}`),
      );
      writeFileSync(join(pooler, "userlist.txt"), `"gatepost" "${password}"\n`);
      start(name, "pgbouncer", ["pgbouncer.ini"]);
      await within(30_000, untilWritable(urlAt(port)));
    }
    return cluster;
  } catch (error) {
    for (const log of globSync(join(folder, "*.log")))
      console.error(`${log}:\n${readFileSync(log, "utf8").slice(-1_500)}`);
    await cluster.stop();
    throw error;
  }
}

async function untilWritable(url: string): Promise<void> {
  while ((await findPrimary(url)) === undefined) await sleep(100);
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = sleep(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`Nothing after ${ms} ms.`)));
  return Promise.race([work, late]);
}

/** The servers of a cluster, each with a folder and a log in one folder. */
function openServers(folder: string, user: User) {
  const running = new Map<string, { child: ChildProcess; start(more?: string[]): ChildProcess }>();

  /** A folder that only their user can read. */
  function own(path: string): string {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, user.uid, user.gid);
    return path;
  }

  function start(name: string, command: string, args: string[], env: Record<string, string> = {}): void {
    const begin = (more: string[] = []) => {
      const log = openSync(join(folder, `${name}.log`), "a");
      const cwd = own(join(folder, name));
      const stdio = ["ignore", log, log] as const;
      const child = spawn(command, [...more, ...args], {
        ...user,
        cwd,
        env: { PATH: path, HOME: cwd, ...env },
        stdio: [...stdio],
      });
      return child.on("error", () => {});
    };
    running.set(name, { child: begin(), start: begin });
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await Promise.race([exited, sleep(20_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
  }

  const find = (name: string) => {
    const found = running.get(name);
    if (!found) throw new Error(`There is no server ${name}.`);
    return found;
  };
  return {
    own,
    start,
    /** Stops one by SIGTERM, and starts it as before. Resolves once it has been started. */
    async restart(name: string): Promise<void> {
      const one = find(name);
      await end(one.child);
      one.child = one.start();
    },
    /** Starts one with further arguments, so that it takes over from the one that runs. Resolves once that one has ended. */
    async replace(name: string, args: string[]): Promise<void> {
      const one = find(name);
      const before = one.child;
      const ended = once(before, "exit", { signal: AbortSignal.timeout(20_000) });
      one.child = one.start(args);
      await ended;
    },
    signal: (name: string, signal: NodeJS.Signals) => void find(name).child.kill(signal),
    /** Stops all, the last one first. */
    async stop(): Promise<void> {
      for (const { child } of [...running.values()].reverse()) await end(child);
    },
  };
}
