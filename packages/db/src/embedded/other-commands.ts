import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** The advisory lock that commands share while they use a server that another process started. */
const LOCK = 7_020_251;
const pollMs = 100;
const connectionTimeoutMillis = 5_000;

/** A connection that keeps the server, until it is disposed. */
interface Use {
  [Symbol.asyncDispose](): Promise<void>;
}

/** For a command: keeps the server from being stopped. Rejects if there is no server yet, or if it is about to be stopped. */
export async function useServer(url: string): Promise<Use> {
  const client = await open(url);
  if (await isLocked(client, "pg_try_advisory_lock_shared")) return { [Symbol.asyncDispose]: () => client.end() };
  await client.end();
  throw new Error("The server is about to be stopped.");
}

/**
 * For the command that started the server: waits until no other one uses it, and then keeps others from using it. `onWait` is
 * called once if there is one.
 */
export async function otherCommandsEnd(url: string, onWait: () => void): Promise<Use> {
  const client = await open(url);
  for (let waited = false; !(await isLocked(client, "pg_try_advisory_lock")); waited = true) {
    if (!waited) onWait();
    await sleep(pollMs);
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, application_name: "gatepost command" });
  // What the command asks itself reports a server that has gone.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function isLocked(
  client: pg.Client,
  take: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${take}($1) AS locked`, [LOCK]);
  return rows[0]?.locked ?? false;
}
