import { accessSync, constants, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A program in `folder` that starts the given one under a limit on the memory that each of its processes may write
 * (RLIMIT_DATA, which children inherit), and lets none leave a core dump, which would hold what was typed. Undefined where the machine knows no such limit, or runs no program there.
 */
export function limitedProgram(program: string, folder: string, megabytes: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  const path = join(folder, "browser");
  try {
    writeFileSync(
      path,
      `#!/bin/sh\nulimit -c 0\nulimit -d ${megabytes * 1024} || exit 1\nexec ${quoted(program)} "$@"\n`,
      {
        mode: 0o700,
      },
    );
    // Says no also where the file system allows no programs.
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
