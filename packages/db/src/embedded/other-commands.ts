import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** In `pg_stat_activity`, the connection of a command that uses a server which another process started. */
const NAME = "gatepost command";
const pollMs = 100;

/** Keeps a connection to a server that another process started, until it is disposed. Rejects if there is no server yet. */
export async function useServer(url: string): Promise<{ [Symbol.asyncDispose](): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: NAME });
  // The command's own statements report a server that has gone.
  client.on("error", () => {});
  await client.connect();
  return { [Symbol.asyncDispose]: () => client.end() };
}

/** Resolves when no other command uses the server any more, or when it does not answer. */
export async function otherCommandsEnd(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const sql = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 LIMIT 1";
  try {
    await client.connect();
    while ((await client.query(sql, [NAME])).rowCount) await sleep(pollMs);
  } catch {
    // A server that has gone has no users.
  } finally {
    await client.end().catch(() => {});
  }
}
