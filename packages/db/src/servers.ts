import pg from "pg";

/** How long a server may take to say whether it accepts writes. */
const patienceMs = 5_000;

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
    throw errors.find(({ code }) => code === "25006") ?? errors[0];
  }
}

async function requireWritable(url: string): Promise<string> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: "gatepost finder" },
    ...{ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs },
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('transaction_read_only') = 'off' as writable");
    if (rows[0].writable) return url;
  } finally {
    client.end().catch(() => {});
  }
  throw Object.assign(new Error("The server takes no writes."), { code: "25006" });
}
