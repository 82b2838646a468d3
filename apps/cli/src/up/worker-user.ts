import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { canExecute, canRead, canWrite, isRoot, ordinaryUser, type User } from "@gatepost/db/embedded/user";
import type { EnginePrograms } from "./chromium.ts";

/** The user of the worker and its browsers, and the home folder that Chromium needs. */
export type WorkerUser = { user: User | undefined; home: string | undefined };

/**
 * Pages of strangers are not opened as root: as root the worker becomes the ordinary user `gatepost`, if that user can
 * read the program and run the browser. Otherwise it stays the current user, with a warning if that is root.
 */
export function workerUser(
  { script, browsers, dataDir }: { script: string; browsers: EnginePrograms; dataDir: string },
  log: (line: string) => void,
): WorkerUser {
  if (!isRoot()) return { user: undefined, home: undefined };
  const user = ordinaryUser("gatepost");
  const home = join(dataDir, "worker");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, user.uid, user.gid);
  const programs = [process.execPath, ...Object.values(browsers)];
  const able = canRead(user, script) && programs.every((path) => canExecute(user, path)) && canWrite(user, home);
  if (able) return { user, home };
  log(
    "The worker and its browsers run as root, since no ordinary user can read this checkout and its data folder: start Gatepost as an ordinary user instead.",
  );
  return { user: undefined, home: undefined };
}
