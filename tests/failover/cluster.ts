import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
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
import { ordinaryUser } from "@gatepost/db/embedded/user";
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

export interface Cluster {
  /** The database's address at a port, such as HAProxy's. */
  urlAt(port: number, database?: string): string;
  /** The node that Patroni says is the primary. */
  primary(): Promise<NodeName>;
  /** Resolves when one node is primary and the other one follows it synchronously. */
  healthy(): Promise<void>;
  /** The process id of a node's postmaster. */
  postmaster(node: NodeName): number;
  stop(): Promise<void>;
}

/** Starts etcd, two nodes of PostgreSQL under Patroni, HAProxy and PgBouncer, with an empty database `gatepost`. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-ha-"));
  const user = ordinaryUser("postgres");
  chmodSync(folder, 0o755);
  const undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const password = randomBytes(16).toString("hex");
  const binaries = dirname(globSync("/usr/lib/postgresql/*/bin/postgres").sort().at(-1) as string);

  function own(path: string): string {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, user.uid, user.gid);
    return path;
  }

  function start(name: string, command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), "a");
    const cwd = own(join(folder, name));
    const child = spawn(command, args, {
      ...user,
      cwd,
      env: { PATH: path, HOME: cwd, ...env },
      stdio: ["ignore", log, log],
    });
    const exited = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    undo.defer(async () => {
      child.kill("SIGTERM");
      await Promise.race([exited, sleep(20_000).then(() => child.kill("SIGKILL"))]);
    });
    return child;
  }

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

  const cluster: Cluster = {
    urlAt,
    async primary() {
      for (;;) {
        for (const node of ["a", "b"] as const) if (isPrimary(await role(node))) return node;
        await sleep(200);
      }
    },
    async healthy() {
      for (const end = performance.now() + 120_000; performance.now() < end; await sleep(200)) {
        const [a, b] = [await role("a"), await role("b")];
        if ((isPrimary(a) && b?.sync_standby) || (isPrimary(b) && a?.sync_standby)) return;
      }
      throw new Error(`The cluster did not become healthy; the logs are in ${folder}.`);
    },
    postmaster(node) {
      return Number(readFileSync(join(folder, `data-${node}`, "postmaster.pid"), "utf8").split("\n", 1)[0]);
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

    start("haproxy", "haproxy", ["-db", "-f", join(configuration, "haproxy.cfg")]);
    const pooler = own(join(folder, "pgbouncer"));
    copyFileSync(join(configuration, "pgbouncer.ini"), join(pooler, "pgbouncer.ini"));
    writeFileSync(join(pooler, "userlist.txt"), `"gatepost" "${password}"\n`);
    start("pgbouncer", "pgbouncer", ["pgbouncer.ini"]);
    await within(30_000, untilWritable(urlAt(16432)));
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
