import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../checks.ts";
import { newAccount } from "../factories.ts";
import { python, pythonPackage, whyNoPython } from "../python.ts";
import { openWithWorker } from "./wire.ts";

/** Row C2: the Python package as it is built and installed, with the programs of the documents as they are printed. */
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "gatepost-python-"));
const installed = join(folder, "installed");

/** What each program prints, where that is always the same; in the order of the document. */
const documents: Record<string, (site: string) => (string | RegExp)[]> = {
  "README.md": (site) => [`${site}/welcome\n`],
  "clients/python/README.md": (site) => [`${site}/welcome\n`],
  "docs/python.md": (site) => [
    `${site}/welcome\n`,
    /^\['.+', .+\]\n$/,
    "10\nERROR_NO_SUCH_CAPCHA_ID 16 1\n",
    "rows.csv text/csv b'one,two\\n'\n",
    "",
  ],
};

const { site, installation, operator } = openWithWorker();

describe("the Python package", skippedIf(whyNoPython), () => {
  beforeAll(async () => {
    cpSync(pythonPackage, join(folder, "source"), { recursive: true });
    const offline = ["--no-build-isolation", "--no-index", "--no-deps"];
    await run(python, ["-m", "pip", "install", ...offline, "--target", installed, join(folder, "source")]);
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for(Object.entries(documents))(
    "the programs of %s run as they are printed",
    {
      timeout: 600_000,
    },
    async ([file, printed]) => {
      const programs = [...readFileSync(join(root, file), "utf8").matchAll(/^```python\n([\s\S]+?)^```$/gm)];
      const expected = printed(site.url);
      expect(programs.length).toBe(expected.length);
      for (const [n, [, program = ""]] of programs.entries()) {
        const { clientKey } = await newAccount(operator);
        const env = {
          ...process.env,
          PYTHONPATH: installed,
          GATEPOST_URL: installation.url,
          GATEPOST_KEY: clientKey,
          DEMO_SITE: site.url,
        };
        // In a folder of its own, so that nothing is imported but what is installed.
        const { stdout, stderr } = await run(python, ["-c", program], { env, cwd: folder });
        expect(stderr).toBe("");
        const one = expected[n];
        if (one instanceof RegExp) expect(stdout).toMatch(one);
        else expect(stdout).toBe(one);
      }
    },
  );
});
