import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./checks.ts";

export const pythonPackage = join(root, "clients/python");

/** The path of the first Python that can import all of these; Debian's is not always the first on the path. */
export function pythonWith(...modules: string[]): string | undefined {
  const program = `import sys, ${modules.join(", ")}; assert sys.version_info >= (3, 10); print(sys.executable)`;
  for (const name of ["python3", "/usr/bin/python3"])
    try {
      return execFileSync(name, ["-c", program], { stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" }).trim();
    } catch {
      // The next one may have them.
    }
  return undefined;
}

/** The packages of Debian with what the tests of the Python package need. */
const found = pythonWith("httpx", "build", "hatchling", "mypy", "pip");

export const python = found ?? "python3";

/** Why the Python package is not tested here, if it is not. */
export const whyNoPython: string | undefined = found
  ? undefined
  : "This needs Python 3.10 with its packages: apt-get install python3-httpx python3-build python3-hatchling python3-pip mypy.";
