import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.ts";

const root = dirname(import.meta.dirname);

export type Started = Awaited<ReturnType<typeof npmStart>>;

/**
 * Runs `npm start` of a checkout on a data folder as a person does, in a process group of its own, like a terminal's foreground job.
 * Resolves when it has printed its welcome.
 */
export async function npmStart(dataDir: string, env: Record<string, string> = {}, checkout = root) {
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    cwd: checkout,
    env: { ...withoutNpm(process.env), PORT: String(port), GATEPOST_DATA_DIR: dataDir, DATABASE_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  const ended = once(npm, "close").then(() => npm.exitCode);
  const welcome = new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        // The last one of the three calls.
        if (/getTaskResult -d [^\n]*\n/.test(said)) resolve();
      });
    void ended.then(() => reject(new Error(`npm start ended:\n${said}`)));
  });
  await welcome;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The key of the demo's account. */
    clientKey: readFileSync(join(dataDir, "demo-key"), "utf8").trim(),
    /** The started process: npm itself. */
    npm,
    /** Its output so far. */
    said: () => said,
    /** Does what Ctrl-C does: sends SIGINT to npm, to what it started, and to what that started. */
    pressCtrlC: () => process.kill(-(npm.pid as number), "SIGINT"),
    /** Resolves with npm's exit code when everything that it started in its group has ended. */
    ended,
  };
}

/** A data folder that the ordinary users below root can traverse. */
export function newDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "gatepost-start-"));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Variables that npm sets for its scripts are not meant for another npm. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_ENV$/.test(name)));
}
