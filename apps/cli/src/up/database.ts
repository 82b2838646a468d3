import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@gatepost/db/connect";
import { type Embedded, embeddedUrl, startEmbedded } from "@gatepost/db/embedded";
import { sentence } from "../sentence.ts";
import { serverVersionSql } from "./server-version.sql.ts";
import type { Settings } from "./settings.ts";

export type Database = { url: string; [Symbol.asyncDispose](): Promise<void> };

/** The oldest major version that has all we use (NULLS NOT DISTINCT). */
const OLDEST = 15;
const RESTART_PAUSE = 1_000;

/** For `up`: the operator's database, or the embedded one, which is kept running until it is disposed. */
export async function runDatabase(
  { databaseUrl, dataDir }: Settings,
  { say, log }: { say: (detail: string) => void; log: (line: string) => void },
): Promise<Database> {
  if (databaseUrl) return external(databaseUrl);
  const home = embeddedHome(dataDir);
  let server: Embedded = await startEmbedded({ dataDir: home, log: say });
  const { url, port } = server;
  let stopping = false;

  const kept = (async () => {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log("PostgreSQL stopped, which nobody asked for: starting it again.");
      // At the same address, which web and worker hold. A full disk may keep it away for a while.
      while (!stopping) {
        try {
          server = await startEmbedded({ dataDir: home, port });
          if (stopping) await server.stop();
          break;
        } catch (error) {
          log(sentence(error));
          await sleep(RESTART_PAUSE);
        }
      }
    }
  })();

  return {
    url,
    async [Symbol.asyncDispose]() {
      stopping = true;
      await server.stop();
      await kept;
    },
  };
}

/** For other commands: the same database, whether `up` runs or not. Disposing it stops only what was started here. */
export async function findDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  if (databaseUrl) return external(databaseUrl);
  const home = embeddedHome(dataDir);
  const running = embeddedUrl(home);
  if (running) return { url: running, async [Symbol.asyncDispose]() {} };
  const { url, stop } = await startEmbedded({ dataDir: home });
  return { url, [Symbol.asyncDispose]: stop };
}

function embeddedHome(dataDir: string): string {
  return join(dataDir, "postgres");
}

async function external(url: string): Promise<Database> {
  const place = placeOf(url);
  const db = connect(url, { max: 1 });
  try {
    const [row] = await db.run(serverVersionSql);
    if (row && row.version < OLDEST) {
      throw new Error(`The database ${place} is PostgreSQL ${row.version}, and Gatepost needs ${OLDEST} or newer.`);
    }
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, place);
  } finally {
    await db.close();
  }
  return { url, async [Symbol.asyncDispose]() {} };
}

/** What can be said of an address without its password. */
function placeOf(url: string): string {
  const parts = URL.parse(url);
  if (parts?.protocol !== "postgresql:" && parts?.protocol !== "postgres:") {
    throw new Error("DATABASE_URL is no address of a PostgreSQL database: postgresql://user:password@host:5432/name.");
  }
  return `${parts.host}${parts.pathname}`;
}

function explain(error: NodeJS.ErrnoException, place: string): Error {
  const instead = "check DATABASE_URL, or leave it out to use the embedded PostgreSQL";
  switch (error.code) {
    case "28P01":
    case "28000":
      return new Error(`The database ${place} refuses its user or password: ${instead}.`, { cause: error });
    case "3D000":
      return new Error(`The database ${place} does not exist: create it, or ${instead}.`, { cause: error });
    default:
      if (error.message.startsWith("The database")) return error;
      return new Error(`The database ${place} cannot be reached (${error.code ?? error.message}): ${instead}.`, {
        cause: error,
      });
  }
}
