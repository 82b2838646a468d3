import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../checks.ts";
import { freePort } from "../free-port.ts";
import { untilOpen } from "./until-open.ts";

/** Where Debian puts it is not on everybody's PATH. */
const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Why there is no router to test with; undefined where there is one. */
export function whyNoRouter(): string | undefined {
  try {
    execFileSync("haproxy", ["-v"], { env: { PATH: path }, stdio: "ignore" });
    return undefined;
  } catch {
    return "HAProxy is not installed (on Debian: apt-get install haproxy)";
  }
}

export interface Router {
  url: string;
  stop(): Promise<void>;
}

/** HAProxy with deploy/cells/haproxy.cfg, in which only addresses are replaced: of itself and of the cells' web servers. */
export async function startRouter(cells: { eu1: string; us1: string }): Promise<Router> {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-router-"));
  const file = join(folder, "haproxy.cfg");
  const port = await freePort();
  const own = `127.0.0.1:${port}`;
  const addresses = { 3000: own, 3001: new URL(cells.eu1).host, 3002: new URL(cells.us1).host };
  let text = readFileSync(join(root, "deploy/cells/haproxy.cfg"), "utf8");
  for (const [at, address] of Object.entries(addresses)) text = text.replaceAll(`127.0.0.1:${at}`, address);
  writeFileSync(file, text);
  const child = spawn("haproxy", ["-db", "-f", file], { env: { PATH: path }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  // It ends with us.
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  await untilOpen(port, child).catch((cause: unknown) => {
    throw new Error(`HAProxy did not start: ${said}`, { cause });
  });
  return {
    url: `http://${own}`,
    async stop() {
      process.off("exit", leave);
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
