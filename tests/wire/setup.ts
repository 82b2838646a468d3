import type { TestProject } from "vitest/node";
import { startInstallation } from "../installation.ts";

/** Before the wire tests of a project: one installation, which its files share one after the other. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { GATEPOST_FAST_PATH = "on" }: { GATEPOST_FAST_PATH?: string } = project.config.env ?? {};
  const { url, database, secret, stop } = await startInstallation({ env: { GATEPOST_FAST_PATH } });
  project.provide("installation", { url, database, secret });
  return stop;
}
