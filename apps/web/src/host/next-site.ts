import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { HostSettings } from "./settings.ts";

/** The folder of the web app. */
export const siteDir = join(import.meta.dirname, "../..");

export type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The site as Next.js serves it, which reads NODE_ENV when it is loaded and is therefore loaded here. */
export async function openSite({ dev, host, port }: Pick<HostSettings, "dev" | "host" | "port">): Promise<Site> {
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { default: next } = await import("next");
  const site = next({ dev, dir: siteDir, port, hostname: host });
  await site.prepare();
  return site.getRequestHandler();
}
