import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "./embedded/embedded.ts";
import { lives } from "./embedded/process.ts";
import { migrate } from "./migration/migrate.ts";

const PREFIX = "gatepost-test-";

/** What the copies of a run take at most. */
const BYTES = 2 ** 31;

/**
 * A PostgreSQL for one test run, in a folder in memory or else a temporary one, with one migrated database that `cloneDatabase`
 * copies. Its superuser's address stands in GATEPOST_TEST_POSTGRES, which test processes inherit.
 */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const parent = temporaryFolder();
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const server = await startEmbedded({ dataDir: join(folder, "postgres"), durable: false }).catch((error) => {
    remove();
    throw error;
  });
  const stop = async () => {
    await server.stop();
    remove();
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

/**
 * Memory, where there is enough: each copy has 1,500 files, and a file system on a disk searches long for a place for each
 * where as many were deleted just before.
 */
function temporaryFolder(): string {
  const memory = "/dev/shm";
  try {
    const [, , , options = ""] =
      readFileSync("/proc/mounts", "utf8")
        .match(/.* \/dev\/shm .*/)?.[0]
        ?.split(" ") ?? [];
    const { bavail, bsize } = statfsSync(memory);
    // As root, PostgreSQL's programs may be copied there too.
    const mayExecute = options !== "" && !options.split(",").includes("noexec");
    return mayExecute && bavail * bsize >= BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A run that was killed leaves its folder; its server has ended with it. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!pid || lives(pid)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}
