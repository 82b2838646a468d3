import pg from "pg";

/** Held while migrating. The key is that of Prisma's own lock, so that `prisma migrate deploy` is excluded too. */
export const MIGRATING = 72707369;

/** How long a server may take to say whether it accepts writes. */
const patience = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/** A URL in libpq's form, which may name several servers: postgresql://user:password@a:5432,b:5432/name. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/;

/**
 * The URL of each server that a URL names, without the name that it gives its connections: ours says who works on the
 * database. The URL itself if it has another form.
 */
export function serversOf(url: string): [string, ...string[]] {
  const [, before, hosts = "", after = ""] = form.exec(url) ?? [];
  if (!hosts.includes(",") && !after.includes("application_name")) return [url];
  const [path = "", query] = after.split("?", 2) as [string, string?];
  const parameters = new URLSearchParams(query);
  if (hosts.includes(",")) parameters.delete("target_session_attrs");
  parameters.delete("application_name");
  const end = parameters.size > 0 ? `${path}?${parameters}` : path;
  return hosts.split(",").map((host) => `${before}${host}${end}`) as [string, ...string[]];
}

/**
 * The URL of the server that accepts writes, among those that a URL names: all are asked at once. If there is only one,
 * it is not asked. Rejects as PostgreSQL does (25006) if none accepts writes, and as `pg` does if none can be reached.
 */
export async function findServer(url: string): Promise<string> {
  const servers = serversOf(url);
  if (servers.length === 1) return servers[0];
  try {
    return await Promise.any(servers.map(requireWritable));
  } catch (error) {
    const errors = (error as AggregateError).errors as (Error & { code?: string })[];
    throw errors.find(({ code }) => code === readOnly) ?? errors[0];
  }
}

/** One connection to this server, for as long as the block that it is opened for. If it is lost, the query that runs says so. */
export async function openClient(connectionString: string, application_name: string, more: pg.ClientConfig = {}) {
  const client = new pg.Client({ connectionString, application_name, ...more });
  client.on("error", () => {});
  await client.connect().catch((error) => {
    endRefused(client);
    throw error;
  });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Where this side refuses to connect, such as without a password, the connection is open still. */
function endRefused(client: pg.Client): void {
  client.end().catch(() => {});
}

async function requireWritable(url: string): Promise<string> {
  const client = await openClient(url, "gatepost finder", patience);
  const asked = client.query("select current_setting('transaction_read_only') = 'off' as writable");
  const { rows } = await asked.finally(() => void client.end().catch(() => {}));
  if (rows[0].writable) return url;
  throw Object.assign(new Error("The server takes no writes."), { code: readOnly });
}

/** Class 53: no more disk, memory or connections; 58030: its files cannot be read or written. */
const shortage = /^(?:53|58030)/;
/** It accepts no writes: a standby, or a primary that was demoted. */
const readOnly = "25006";

interface ServerEvents {
  /** Called with each error that says that the server lacks a resource. */
  onShortage?: ((error: pg.DatabaseError) => void) | undefined;
}

/**
 * Opens pools of connections to the server that accepts writes, which may change at any time: when a connection finds
 * that its server accepts no writes, all connections opened until then are replaced, so that the next ones can reach
 * the new primary. If the URL names several servers, they are asked which one that is.
 */
export function poolsOf(url: string, { onShortage }: ServerEvents): (options: pg.PoolConfig) => pg.Pool {
  const pools: pg.Pool[] = [];
  const servers = serversOf(url);
  let generation = 0;
  let finding: Promise<string> | undefined;
  let endingSession = false;
  const born = new WeakMap<pg.ClientBase, number>();
  const isOld = (client: pg.ClientBase) => born.get(client) !== generation;

  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options);
      born.set(this, generation);
      // A lost connection rejects its query and emits this too; without a handler, the event would end the process. From the
      // first moment: the server may end a connection in the very packet that accepts it.
      this.on("error", () => {});
      this.connection.on("errorMessage", (error: pg.DatabaseError) => {
        const { code = "" } = error;
        if (shortage.test(code)) onShortage?.(error);
        if (code !== readOnly || isOld(this)) return;
        generation += 1;
        finding = undefined;
        for (const pool of pools) void dropIdle(pool);
        if (endingSession) return;
        endingSession = true;
        void endReadOnlySession(servers[0]).then(() => {
          endingSession = false;
        });
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary();
      if (!callback) return connected;
      connected.then(() => callback(null as never), callback);
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      try {
        if (servers.length > 1) {
          finding ??= findServer(url);
          const { hostname, port } = new URL(await finding);
          Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5_432) });
        }
        return await super.connect();
      } catch (error) {
        finding = undefined;
        endRefused(this);
        throw error;
      }
    }
  }

  return (options) => {
    const pool = new pg.Pool({ ...options, connectionString: servers[0], Client });
    // An idle connection that the server closes is replaced at the next query; without a handler, the event would end
    // the process.
    pool.on("error", () => {});
    // The pool does not keep a client that is being closed.
    pool.on("release", (_, client) => {
      if (isOld(client)) void (client as pg.Client).end().catch(() => {});
    });
    pools.push(pool);
    return pool;
  };
}

/**
 * Ends the server session of a new connection if it accepts no writes. A pooler keeps its own connections to a demoted
 * server, and would assign them to our new connections indefinitely. Never rejects.
 */
async function endReadOnlySession(url: string): Promise<void> {
  const isReadOnly = "current_setting('transaction_read_only') = 'on'";
  try {
    await using client = await openClient(url, "gatepost finder", patience);
    await client.query(`select pg_terminate_backend(pg_backend_pid()) where ${isReadOnly}`);
  } catch {
    // It has ended, or the server is gone.
  }
}

export async function dropIdle(pool: pg.Pool): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  for (const taken of await Promise.allSettled(idle)) if (taken.status === "fulfilled") taken.value.release(true);
}
