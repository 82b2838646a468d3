import { startTestServer } from "@gatepost/db/test-server";

/** Before all tests: one real PostgreSQL, which every test file clones its own database from. Returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  return server.stop;
}
