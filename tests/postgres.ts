import { join } from "node:path";
import { startTestServer } from "@gatepost/db/test-server";
import { root } from "./checks.ts";

/**
 * Runs before all tests: starts one real PostgreSQL, from which every test file clones its own database. Rows of typed
 * statements are checked against their types (packages/db/src/statement.ts). Returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.GATEPOST_CHECK_ROWS = "1";
  // As in bootstrap.mjs: commands and servers that tests start keep their compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/node");
  // Several projects of one run share the server; it stops with the run.
  if (process.env.GATEPOST_TEST_POSTGRES) return async () => {};
  const server = await startTestServer();
  return server.stop;
}
