import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findServer } from "./servers.ts";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;
/** A silently dead connection is detected after one heartbeat interval and one timeout: at most 9 s. */
const BEAT = 4_500;
const ANSWER = 4_000;

/** "listening": notifications arrive from now on, so poll once for earlier ones. "lost": poll until they arrive again. */
type ListenState = "listening" | "lost";

export type Listener = ReturnType<typeof listen>;

/**
 * Listens to `channels` on a connection of its own, and reconnects by itself after every loss. Notifications sent while it
 * was disconnected are lost: a listener shortens the delay of a poll and never replaces one.
 */
export function listen(
  url: string,
  channels: readonly string[],
  onNotify: (channel: string, payload: string) => void,
  onState: (state: ListenState) => void = () => {},
) {
  const stop = new AbortController();
  const ended = run();

  async function run() {
    let pause = FIRST_PAUSE;
    while (!stop.signal.aborted) {
      if (await listenUntilLost()) pause = FIRST_PAUSE;
      await sleep(pause, undefined, { signal: stop.signal }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** Listens on one connection until it is lost. Returns whether it was listening. */
  async function listenUntilLost(): Promise<boolean> {
    const server = await findServer(url).catch(() => undefined);
    if (server === undefined) return false;
    const client = new pg.Client({
      connectionString: server,
      application_name: "gatepost listener",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER,
      query_timeout: ANSWER,
    });
    const over = new AbortController();
    // Destroyed rather than closed, because a dead connection never answers a goodbye.
    const leave = () => {
      over.abort();
      client.connection.stream.destroy();
    };
    client.on("error", leave).on("end", leave);
    stop.signal.addEventListener("abort", leave);
    client.on("notification", ({ channel, payload }) => {
      if (!stop.signal.aborted) onNotify(channel, payload ?? "");
    });

    let listening = false;
    try {
      await client.connect();
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      listening = !stop.signal.aborted;
      if (listening) onState("listening");
      while (!over.signal.aborted) {
        await sleep(BEAT, undefined, { signal: over.signal });
        const { rows } = await client.query("SELECT current_setting('transaction_read_only') = 'off' AS writable");
        // A server that was demoted still answers, and sends no notifications.
        if (!rows[0].writable) break;
      }
    } catch {
      // Reconnect, whatever the error.
    }
    stop.signal.removeEventListener("abort", leave);
    leave();
    if (listening && !stop.signal.aborted) onState("lost");
    return listening;
  }

  return {
    /** Closes the connection; no callback runs afterwards. */
    async close(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
