import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@gatepost/db/embedded/embedded";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { readCompose, type Service } from "../compose.ts";
import type { Target } from "./build.ts";
import { type Container, openContainers } from "./container.ts";
import { openNetwork } from "./network.ts";

type Name = "web" | "worker" | "migrate";

/**
 * The services of compose.yaml in containers of their images, with their commands and environment. In place of its PostgreSQL
 * is the embedded one, behind the same name and port; calls go to a web server directly, without the proxy. On the same
 * network is the demo site.
 */
export async function openInstallation(folder: string) {
  const data = mkdtempSync(join(tmpdir(), "gatepost-images-"));
  // PostgreSQL does not run as root.
  chmodSync(data, 0o711);
  const closing: (() => unknown)[] = [() => rmSync(data, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  try {
    const postgres = await startEmbedded({ dataDir: join(data, "postgres"), durable: false });
    closing.push(postgres.stop);
    const word = () => randomBytes(16).toString("hex");
    const required = {
      GATEPOST_SECRET: word(),
      POSTGRES_PASSWORD: new URL(postgres.adminUrl).password,
      POSTGRES_OWNER_PASSWORD: word(),
      POSTGRES_WEB_PASSWORD: word(),
      POSTGRES_WORKER_PASSWORD: word(),
    };
    const { GATEPOST_TRUSTED_PROXIES: subnet = "" } = readCompose(required).web?.environment ?? {};
    const network = await openNetwork(subnet);
    closing.push(network.remove);
    const relay = createServer((socket) => {
      const server = connect(postgres.port, "127.0.0.1");
      for (const [from, to] of [
        [socket, server],
        [server, socket],
      ] as const)
        from.on("error", () => to.destroy()).pipe(to);
    }).listen(5432, network.gateway);
    closing.push(() => relay.close());
    const site = await startSite({ host: network.gateway });
    closing.push(site.close);

    // What an operator writes into .env besides the passwords.
    const chosen = { GATEPOST_EGRESS_ALLOW: new URL(site.url).host };
    const services = readCompose({ ...required, ...chosen }) as Record<Name, Service & { image: string }>;
    const containers = openContainers(folder, network);
    closing.push(containers.removeAll);

    /** Starts a service. `confined`: as the manifests for Kubernetes do, with nowhere to write but /tmp. */
    function start(
      service: Name,
      options: { name?: string; command?: string[]; confined?: boolean } = {},
    ): Promise<Container> {
      const { image, environment = {}, command } = services[service];
      return containers.start({
        name: service,
        target: image.replace("gatepost-", "") as Target,
        // As `env_file` and `environment` do together.
        environment: { ...required, ...chosen, ...environment, ...(options.confined && { HOME: "/tmp" }) },
        hosts: { postgres: network.gateway },
        ...(command && { command: command as string[] }),
        ...options,
      });
    }
    return { services, site, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export type ImageInstallation = Awaited<ReturnType<typeof openInstallation>>;
