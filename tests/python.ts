import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./checks.ts";

export const pythonPackage = join(root, "clients/python");

/** The first Python that can import all of these; Debian's is not always the first on the path. */
function find(modules: readonly string[]): string | undefined {
  return ["python3", "/usr/bin/python3"].find((program) => {
    try {
      execFileSync(program, ["-c", `import sys, ${modules.join(", ")}; assert sys.version_info >= (3, 10)`], {
        stdio: "ignore",
      });
      return true;
    } catch {
      return false;
    }
  });
}

/** The packages of Debian with what the tests of the Python package need. */
const wanted = ["httpx", "build", "hatchling", "mypy", "pip"];
const found = find(wanted);

export const python = found ?? "python3";

/** Why the Python package is not tested here, if it is not. */
export const whyNoPython: string | undefined = found
  ? undefined
  : "This needs Python 3.10 with its packages: apt-get install python3-httpx python3-build python3-hatchling python3-pip mypy.";
