import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lives } from "./embedded/process.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

const PREFIX = "gatepost-test-";

/**
 * A PostgreSQL for one test run, in a temporary folder, with one migrated database that `cloneDatabase` copies. Its superuser's
 * address stands in GATEPOST_TEST_POSTGRES, which test processes inherit.
 */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  removeLeftovers();
  const folder = join(tmpdir(), PREFIX + process.pid);
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const server = await startEmbedded({ dataDir: join(folder, "postgres"), durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.GATEPOST_TEST_POSTGRES = server.adminUrl;
  return { url: server.url, stop };
}

/** A run that was killed leaves its folder; its server has ended with it. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : Number.NaN);
    if (pid && !lives(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
