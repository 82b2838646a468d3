import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { User } from "./user.ts";

/** The name of the server's superuser, which no running program uses, and of our database. */
export const NAME = "gatepost";

/** The major version of the programs; the first line of a cluster's PG_VERSION. */
const VERSION = "18";

/** Whether `cluster` is a complete cluster of our version; throws if it is of another version. */
export async function clusterExists(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`${cluster} cannot be read by this user: start Gatepost as the one that made it.`);
  });
  if (version === undefined) return false;
  if (version.trim() === VERSION) return true;
  throw new Error(
    `${cluster} was made by PostgreSQL ${version.trim()}, and Gatepost brings ${VERSION}: dump it with the old version, or set GATEPOST_DATA_DIR to another folder.`,
  );
}

/** Runs initdb. The cluster gets its name when it is complete, so an interrupted run starts over. */
export async function createCluster(
  cluster: string,
  { initdb, user, password, durable }: { initdb: string; user: User | undefined; password: string; durable: boolean },
): Promise<void> {
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) await chown(path, user.uid, user.gid);
  try {
    await promisify(execFile)(
      initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${NAME}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Built in: sorts the same on every system, whatever locales it has.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        ...(durable ? [] : ["--no-sync"]),
      ],
      { ...user, env: environment(), cwd: "/" },
    );
    await rename(unfinished, cluster);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw explain(stderr || message, cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The superuser's password: read from `file`, or generated and written there, readable by its owner only. */
export async function keepPassword(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept) return kept;
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** The environment of PostgreSQL's programs: none of our secrets, and English messages. */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  return { PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: "C" };
}

/** Turns the last output of PostgreSQL's programs into one sentence that says what to do. */
export function explain(complaint: string, folder: string): Error {
  if (/No space left on device|Check free disk space/.test(complaint)) {
    return new Error(
      `The disk that holds ${folder} is full: make room there, or set GATEPOST_DATA_DIR to another disk.`,
    );
  }
  if (/Read-only file system/.test(complaint)) {
    return new Error(`${folder} cannot be written (read-only): set GATEPOST_DATA_DIR to a folder that can.`);
  }
  if (/Permission denied/.test(complaint)) {
    return new Error(
      `${folder} cannot be used by this user: start Gatepost as the one that owns it, or set GATEPOST_DATA_DIR to another folder.`,
    );
  }
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "it said nothing";
  return new Error(
    `The embedded PostgreSQL did not start: ${reason.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").trim()}.`,
  );
}

/** Says what to do about an error of the file system, or of a PostgreSQL that already runs; other errors are unchanged. */
export function explainCode(error: unknown, folder: string): unknown {
  const complaint = COMPLAINTS[(error as NodeJS.ErrnoException).code ?? ""];
  return complaint ? explain(complaint, folder) : error;
}

const COMPLAINTS: Record<string, string> = {
  ENOSPC: "No space left on device",
  "53100": "No space left on device",
  EROFS: "Read-only file system",
  EACCES: "Permission denied",
  EPERM: "Permission denied",
};
