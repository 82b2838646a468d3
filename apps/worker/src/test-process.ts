import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { testChromium } from "./test-browser.ts";
import { testSecret } from "./test-worker.ts";

export interface ProcessOptions {
  databaseUrl: string;
  /** Where it leaves its files. */
  folder: string;
  /** What its tasks may reach. */
  allow: string;
  env?: Record<string, string>;
  /** Whom it runs as; left out: as ourselves. */
  user?: { uid: number; gid: number } | undefined;
}

/** The worker as a process of its own, as it is started in production. */
export function startWorkerProcess({ databaseUrl, folder, allow, env = {}, user }: ProcessOptions) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env.PATH ?? "",
      TMPDIR: folder,
      DATABASE_URL: databaseUrl,
      GATEPOST_SECRET: testSecret,
      GATEPOST_CHROMIUM: testChromium,
      GATEPOST_EGRESS_ALLOW: allow,
      GATEPOST_DRAIN_SECONDS: "5",
      ...env,
    },
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const registered = Promise.withResolvers<number>();
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
    const id = /"event":"registered","workerId":(\d+)/.exec(said)?.[1];
    if (id) registered.resolve(Number(id));
  });
  const output = once(child.stdout, "close").then(() => said);
  /** The id under which it claims tasks, once it does. */
  return { child, output, complaint: text(child.stderr), workerId: registered.promise };
}

export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
