import type { TestProject } from "vitest/node";
import { startInstallation } from "../installation.ts";

/** Before the wire tests: one installation, which their files share one after the other. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, database, secret, stop } = await startInstallation();
  project.provide("installation", { url, database, secret });
  return stop;
}
