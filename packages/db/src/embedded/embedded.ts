import { existsSync, readFileSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { prepareRoles } from "../roles/prepare-roles.ts";
import { openClient } from "../servers.ts";
import { type EmbeddedUrls, embeddedUrls, keepPort } from "./address.ts";
import { findBinaries } from "./binaries.ts";
import {
  clusterExists,
  createCluster,
  explain,
  explainCode,
  keepPassword,
  NAME,
  startServer,
  stopLeftover,
} from "./cluster.ts";
import { claim, holder } from "./process.ts";
import { can, isRoot, makeDataFolder, ordinaryUser, type User } from "./user.ts";

type EmbeddedOptions = {
  /** The folder with the cluster, its password, its port and its log; created if it does not exist. */
  dataDir: string;
  /** Default: a free one, kept for later starts. */
  port?: number;
  /** Off in tests only: faster, and a power failure may destroy everything. Default true. */
  durable?: boolean;
  /** Called with a title for work that takes time. */
  log?: (line: string) => void;
};

export type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

/** How long a killed server's last processes may still hold its memory. */
const timeoutMs = 10_000;

/**
 * Starts PostgreSQL 18 on 127.0.0.1 with the data in `dataDir`: creates the cluster at the first start, recovers after
 * a crash, shuts down a server that an earlier launcher left running, and creates missing roles. It ends with this
 * process, even if that is killed. As root it runs as an ordinary user. Rejects with one sentence that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions) {
  const { durable = true, log = () => {} } = options;
  const { home, release } = await claimHome(options.dataDir);
  try {
    const cluster = join(home, "cluster");
    const user = await serverUser(home, cluster);
    const { initdb, postgres } = await findBinaries(user, home);
    const password = await keepPassword(passwordFile(home));
    if (!(await clusterExists(cluster))) {
      log("creating the database");
      await createCluster(cluster, { initdb, user, password, durable });
    }
    await stopLeftover(cluster);
    const { server, port } = await start(postgres, { home, cluster, user, durable, port: options.port });
    void server.exited.then(release);
    const urls = embeddedUrls(superuserUrl(password, port));
    try {
      await ensureDatabase(superuserUrl(password, port, "postgres"));
      await prepareRoles(urls.adminUrl, urls);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { ...urls, port, ...server };
  } catch (error) {
    release();
    throw explainCode(error, home);
  }
}

/** The addresses of the server that a running process has on `dataDir`, if there is one. It may still be starting. */
export function runningUrls(dataDir: string): EmbeddedUrls | undefined {
  if (!existsSync(dataDir) || holder(ownerFile(dataDir)) === undefined) return undefined;
  const [password, port] = [passwordFile, portFile].map((file) => readFileSync(file(dataDir), "utf8"));
  return embeddedUrls(superuserUrl(password as string, Number(port)));
}

/** How long a server that another process starts may take; creating a database takes a few seconds. */
const startMs = 60_000;

/**
 * For commands: the server that a running process has on `dataDir`, or a new one. Disposing stops only a server that was
 * started here, once no other command uses it; `onWait` is called if one does. Rejects with one sentence.
 */
export async function shareEmbedded(dataDir: string, { onWait = () => {} }: { onWait?: () => void } = {}) {
  const deadline = Date.now() + startMs;
  for (;;) {
    try {
      const urls = runningUrls(dataDir);
      if (urls) {
        const client = await useServer(urls.url);
        return { ...urls, [Symbol.asyncDispose]: () => client.end() };
      }
      const { stop, ...server } = await startEmbedded({ dataDir });
      return {
        ...server,
        async [Symbol.asyncDispose]() {
          // A server that is gone has no users.
          const last = await otherCommandsEnd(server.adminUrl, onWait).catch(() => undefined);
          await stop();
          await last?.[Symbol.asyncDispose]().catch(() => {});
        },
      };
    } catch (error) {
      // Whoever starts it, or is about to stop it, has it for a moment longer.
      const isHeld = existsSync(dataDir) && holder(ownerFile(dataDir)) !== undefined;
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

async function start(postgres: string, { home, cluster, user, durable, port: fixed }: StartOptions) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const port = fixed ?? (await keepPort(portFile(home)));
    const flags = Object.entries({ ...settings(port), ...(durable ? {} : careless) });
    try {
      const server = await startServer(postgres, cluster, {
        user,
        logFile: join(home, "postgres.log"),
        flags: flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      });
      return { server, port };
    } catch (error) {
      const complaint = (error as Error).message;
      const passing =
        /pre-existing shared memory block/.test(complaint) ||
        (fixed === undefined && /Address already in use/.test(complaint));
      if (!passing || Date.now() > deadline) throw explain(complaint, home);
      await sleep(200);
    }
  }
}

type StartOptions = {
  home: string;
  cluster: string;
  user: User | undefined;
  durable: boolean;
  port: number | undefined;
};

async function claimHome(dataDir: string): Promise<{ home: string; release: () => void }> {
  try {
    await makeDataFolder(dataDir);
    const home = await realpath(dataDir);
    const inUse = (pid: number) =>
      new Error(`${home} is in use by process ${pid}: stop that one, or set GATEPOST_DATA_DIR to another folder.`);
    return { home, release: claim(ownerFile(home), inUse) };
  } catch (error) {
    throw explainCode(error, dataDir);
  }
}

/** Where PostgreSQL's defaults do not fit. Errors are logged without their statement and values, which may be secret. */
const settings = (port: number) => ({
  port,
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  shared_buffers: "256MB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
});

const careless = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** As root: the cluster's owner, or `postgres` for a new one. Undefined otherwise: the current user. */
async function serverUser(home: string, cluster: string): Promise<User | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner?.uid === 0)
    throw new Error(
      `${cluster} belongs to root, as a copy by cp without -a does, and PostgreSQL must not run as root: chown -R postgres: ${cluster}`,
    );
  const user = owner ? { uid: owner.uid, gid: owner.gid } : ordinaryUser("postgres");
  if (can(user, "execute", home)) return user;
  throw new Error(
    `PostgreSQL must not run as root, and no other user can enter ${home}: set GATEPOST_DATA_DIR to a folder that others can enter, such as /var/lib/gatepost.`,
  );
}

async function ensureDatabase(url: string): Promise<void> {
  await using client = await openClient(url, "gatepost setup");
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [NAME]);
  if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(NAME)}`);
}

function superuserUrl(password: string, port: number, database = NAME): string {
  return `postgresql://${NAME}:${password}@127.0.0.1:${port}/${database}`;
}

const ownerFile = (home: string) => join(home, "owner");
const passwordFile = (home: string) => join(home, "password");
const portFile = (home: string) => join(home, "port");

/** The advisory lock that commands share while they use a server that another process started. */
const LOCK = 7_020_251;
const pollMs = 100;
const connectionTimeoutMillis = 5_000;

/**
 * For a command: keeps the server from being stopped until the result is disposed. Rejects if there is no server yet, or if it is
 * about to be stopped.
 */
async function useServer(url: string) {
  const client = await openClient(url, "gatepost command", { connectionTimeoutMillis });
  if (await isLocked(client, "pg_try_advisory_lock_shared")) return client;
  await client.end();
  throw new Error("The server is about to be stopped.");
}

/**
 * For the command that started the server: waits until no other one uses it, and then keeps others from using it. `onWait` is
 * called once if there is one.
 */
async function otherCommandsEnd(url: string, onWait: () => void) {
  const client = await openClient(url, "gatepost command", { connectionTimeoutMillis });
  for (let waited = false; !(await isLocked(client, "pg_try_advisory_lock")); waited = true) {
    if (!waited) onWait();
    await sleep(pollMs);
  }
  return client;
}

async function isLocked(client: pg.Client, take: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared") {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${take}($1) AS locked`, [LOCK]);
  return rows[0]?.locked ?? false;
}
