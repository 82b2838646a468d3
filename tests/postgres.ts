import { startTestServer } from "@gatepost/db/test-server";

/**
 * Before all tests: one real PostgreSQL, which every test file clones its own database from. Rows of typed statements are
 * held against their types (packages/db/src/statement.ts). Returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.GATEPOST_CHECK_ROWS = "1";
  const server = await startTestServer();
  return server.stop;
}
