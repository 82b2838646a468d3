import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const patienceMs = 120_000;

/**
 * Connects to the primary repeatedly, as any client would, until there was none and there is one again, or until it is
 * another one than `before`, if the change was too quick to be seen. Times are those of performance.now().
 */
export async function untilReachable(
  url: string,
  before: number | undefined,
): Promise<{ lastReachableAt: number; unreachableAt: number; reachableAt: number }> {
  let unreachableAt: number | undefined;
  let lastReachableAt = performance.now();
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(20)) {
    const asked = performance.now();
    const id = await findPrimary(url);
    const now = performance.now();
    if (id === undefined) unreachableAt ??= now;
    else if (unreachableAt !== undefined || id !== before)
      return { lastReachableAt, unreachableAt: unreachableAt ?? now, reachableAt: now };
    else lastReachableAt = asked;
  }
  throw new Error("There was no new primary within two minutes.");
}

/** The port of the primary that a new connection reaches; undefined if there is none. */
export async function findPrimary(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select inet_server_port() as port, current_setting('transaction_read_only') = 'off' as writable",
    );
    return rows[0].writable ? rows[0].port : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
