import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../checks.ts";
import { freePort } from "../free-port.ts";
import { startServer, whyNoServer } from "./server-process.ts";

/** Why there is no router to test with; undefined where there is one. */
export const whyNoRouter = () => whyNoServer("haproxy", "-v");

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
  const stop = await startServer("haproxy", ["-db", "-f", file], { port });
  return {
    url: `http://${own}`,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
