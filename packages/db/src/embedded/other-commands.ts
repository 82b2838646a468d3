import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { openClient } from "../servers.ts";

/** The advisory lock that commands share while they use a server that another process started. */
const LOCK = 7_020_251;
const pollMs = 100;
const connectionTimeoutMillis = 5_000;

/** For a command: keeps the server from being stopped until the result is disposed. Rejects if there is no server yet, or if it is about to be stopped. */
export async function useServer(url: string) {
  const client = await openClient(url, "gatepost command", { connectionTimeoutMillis });
  if (await isLocked(client, "pg_try_advisory_lock_shared")) return client;
  await client.end();
  throw new Error("The server is about to be stopped.");
}

/**
 * For the command that started the server: waits until no other one uses it, and then keeps others from using it. `onWait` is
 * called once if there is one.
 */
export async function otherCommandsEnd(url: string, onWait: () => void) {
  const client = await openClient(url, "gatepost command", { connectionTimeoutMillis });
  for (let waited = false; !(await isLocked(client, "pg_try_advisory_lock")); waited = true) {
    if (!waited) onWait();
    await sleep(pollMs);
  }
  return client;
}

async function isLocked(
  client: pg.Client,
  take: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${take}($1) AS locked`, [LOCK]);
  return rows[0]?.locked ?? false;
}
