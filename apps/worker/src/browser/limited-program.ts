import { accessSync, constants, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a program in `folder` that starts the given one with a limit on the memory that each of its processes may
 * write to (RLIMIT_DATA, which children inherit), and without core dumps, which would contain what was typed. Undefined
 * if the machine has no such limit, or cannot run programs there.
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
    // Also fails if the file system does not allow programs.
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
