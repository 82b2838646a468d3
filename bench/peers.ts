import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Program, start } from "./program.ts";

const folder = join(import.meta.dirname, "peers");
const installed = join(folder, "node_modules/.modules.yaml");

/** Programs that do what a row measures with well-known packages, by the name under which they are shown. */
export const enqueuing = {
  "pg-boss send": "peers/enqueue-pg-boss.ts",
  "graphile-worker addJob": "peers/enqueue-graphile-worker.ts",
  "DBOS startWorkflow": "peers/start-dbos.ts",
};

/**
 * Starts a peer, and installs all of them if they are missing: they are not packages of the workspace, so that only
 * those who measure have them. Undefined, after printing the reason, if they cannot be installed, or are off
 * (GATEPOST_BENCH_PEERS=off): the row then goes on without them.
 */
export async function startPeer(
  file: string,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<Program | undefined> {
  if (process.env.GATEPOST_BENCH_PEERS === "off") return undefined;
  try {
    await install(say);
    return await start(file, env);
  } catch (error) {
    say(`${file} is left out: ${(error as Error).message.split("\n")[0]}`);
    return undefined;
  }
}

async function install(say: (line: string) => void): Promise<void> {
  const lock = join(folder, "pnpm-lock.yaml");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  say("installing the peers");
  const { packageManager } = JSON.parse(readFileSync(join(folder, "../../package.json"), "utf8"));
  await promisify(execFile)("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--ignore-scripts"], {
    cwd: folder,
    env: { ...process.env, CI: "true" },
    timeout: 120_000,
  });
}
