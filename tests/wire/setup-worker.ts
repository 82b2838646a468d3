import type { TestProject } from "vitest/node";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { startInstallation } from "../installation.ts";

/** Before the tests of clients: one installation with a worker, and the demo site that its tasks may open. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  // Tasks that are left waiting would be waited for.
  const env = { GATEPOST_DEMO_SITE: site.url, GATEPOST_DRAIN_SECONDS: "0" };
  const { url, database, secret, stop } = await startInstallation({ worker: true, env });
  project.provide("installation", { url, database, secret });
  project.provide("site", { url: site.url });
  return async () => {
    await stop();
    await site.close();
  };
}
