import type { TestProject } from "vitest/node";
import { startInstallation } from "../installation.ts";

/** Before the wire tests of a project: one installation, which its files share one after the other. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { GATEPOST_LANE }: { GATEPOST_LANE?: string } = project.config.env ?? {};
  const { url, database, secret, stop } = await startInstallation(GATEPOST_LANE ? { env: { GATEPOST_LANE } } : {});
  project.provide("installation", { url, database, secret });
  return stop;
}
