import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@gatepost/db/connect";
import { type Embedded, shareEmbedded, startEmbedded } from "@gatepost/db/embedded/embedded";
import { compareMigrations } from "@gatepost/db/migration/migrate";
import { prepareRoles } from "@gatepost/db/roles/prepare-roles";
import { serversOf } from "@gatepost/db/servers";
import { sentence } from "../output/sentence.ts";
import { serverVersionSql } from "./server-version.sql.ts";
import type { DatabaseSettings, Settings } from "./settings.ts";

/** A reachable database, with the addresses of its roles. */
export type Database = DatabaseSettings & { [Symbol.asyncDispose](): Promise<void> };

/** The oldest major version that has everything we use (NULLS NOT DISTINCT). */
const OLDEST = 15;
const RESTART_PAUSE = 1_000;

/** For `up`: the operator's database, or the embedded one, which runs until it is disposed. */
export async function runDatabase(
  { database, dataDir }: Settings,
  { say, log }: { say: (detail: string) => void; log: (line: string) => void },
): Promise<Database> {
  if (database) {
    await prepareOwnRoles({ database });
    return external(database);
  }
  const home = embeddedHome(dataDir);
  let server: Embedded = await startEmbedded({ dataDir: home, log: say });
  const { url, webUrl, workerUrl, adminUrl, port } = server;
  let stopping = false;

  const kept = (async () => {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log("PostgreSQL stopped unexpectedly: starting it again.");
      // At the same address, which web and worker have. A full disk may keep it from starting for a while.
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
    webUrl,
    workerUrl,
    adminUrl,
    async [Symbol.asyncDispose]() {
      stopping = true;
      await server.stop();
      await kept;
    },
  };
}

/** For other commands: the same database, whether `up` or another command runs it or not. */
export async function findDatabase({ database, dataDir }: Settings): Promise<Database> {
  if (database) return external(database);
  // In a script, stderr is for errors only.
  const onWait = () => process.stderr.isTTY && console.error("Waiting for another command that uses the database.");
  return shareEmbedded(embeddedHome(dataDir), { onWait });
}

const embeddedHome = (dataDir: string): string => join(dataDir, "postgres");

async function external(database: DatabaseSettings): Promise<Database> {
  await requireDatabase(database.url, "DATABASE_URL");
  return { ...database, async [Symbol.asyncDispose]() {} };
}

/**
 * Runs before web, worker or migrations: creates the roles of the operator's own database if an administrator's address
 * is set, and checks that each can sign in. Rejects with a sentence.
 */
export async function prepareOwnRoles({ database }: Pick<Settings, "database">): Promise<void> {
  if (!database) return;
  const { url, webUrl, workerUrl, adminUrl } = database;
  if (adminUrl) {
    const setting = "GATEPOST_ADMIN_DATABASE_URL";
    await requireDatabase(adminUrl, setting);
    await prepareRoles(adminUrl, database).catch((error) => {
      throw explain(error, addressOf(adminUrl), setting);
    });
  }
  if (webUrl !== url) await requireDatabase(webUrl, "GATEPOST_WEB_DATABASE_URL");
  if (workerUrl !== url) await requireDatabase(workerUrl, "GATEPOST_WORKER_DATABASE_URL");
}

/** Checks that the database of a setting responds, and is new enough. Rejects with a sentence. */
async function requireDatabase(url: string, setting: string): Promise<void> {
  const address = addressOf(url);
  // One statement, and also through poolers that do not support prepared ones.
  // Named as the command's own, because its end may be seen later, and a change of the secret requires to be alone.
  const db = connect(url, { max: 1, preparedNames: false, applicationName: "gatepost operator" });
  try {
    const [row] = await db.run(serverVersionSql);
    if (row && row.version < OLDEST) {
      throw new Error(`The database ${address} is PostgreSQL ${row.version}, and Gatepost needs ${OLDEST} or newer.`);
    }
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, address, setting);
  } finally {
    await db.close();
  }
}

/** The address without its password, for messages. */
export function addressOf(url: string): string {
  const servers = serversOf(url).map((server) => new URL(server));
  return `${servers.map(({ host }) => host).join(",")}${servers[0]?.pathname}`;
}

function explain(error: NodeJS.ErrnoException, address: string, setting: string): Error {
  if (error.message.startsWith("The database")) return error;
  return new Error(sentenceOf(error, address, setting), { cause: error });
}

function sentenceOf({ code, message, path }: NodeJS.ErrnoException, address: string, setting: string): string {
  const instead = `check ${setting}, or leave it out to use ${setting === "DATABASE_URL" ? "the embedded PostgreSQL" : "the role of DATABASE_URL"}`;
  switch (code) {
    case "42501":
      return `The role of ${setting} may not make roles and hand tables over: give it a superuser, or make the roles yourself as docs/operating/postgresql.md says.`;
    case "28P01":
    case "28000":
      // The name of the file is in the message whatever the server's language.
      if (message.includes("pg_hba.conf"))
        return `The database ${address} has no entry in its pg_hba.conf for this user from this machine: add one, or, if it accepts only TLS, add ?sslmode=verify-full to ${setting}.`;
      return `The database ${address} refuses its user or password: ${instead}.`;
    case "3D000":
      return `The database ${address} does not exist: create it, or ${instead}.`;
    default:
      // Of a missing file, such as a certificate, the message has the path.
      return `The database ${address} cannot be reached (${path ? message : (code ?? message)}): ${instead}.`;
  }
}

/** Before a change of the secret, which values of columns that this version does not know would not take part in. */
export async function requireNoNewerVersion(url: string): Promise<void> {
  const { unknown } = await compareMigrations(url);
  if (unknown)
    throw new Error("A newer version has migrated the database, and stores more: run this command with that version.");
}
