import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demoSitePort } from "@gatepost/contract/first-task";
import { type Site, startSite } from "../demo-site/server.ts";

/**
 * Starts the demo site on the port that it had last time, so that a task that was running when Gatepost stopped finds
 * it again; otherwise on the documentation's port, or on any free one. The port is kept in the data folder.
 */
export async function startDemoSite(dataDir: string, usualPort = demoSitePort): Promise<Site> {
  const file = join(dataDir, "demo-port");
  const lastPort = Number(await readFile(file, "utf8").catch(() => ""));
  const site = await startOnOneOf([...(isPort(lastPort) ? [lastPort] : []), usualPort, 0]);
  // Only a convenience: without it the demo works until the next start.
  await writeFile(file, `${site.port}\n`).catch(() => {});
  return site;
}

async function startOnOneOf(ports: number[]): Promise<Site> {
  const [port, ...others] = ports;
  try {
    return await startSite({ port: port ?? 0 });
  } catch (error) {
    if (others.length === 0) throw error;
    return startOnOneOf(others);
  }
}

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536;
