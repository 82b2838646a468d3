import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { root } from "../checks.ts";
import { newAccount, newApplication, type Operator, openOperator } from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { pythonWith } from "../python.ts";

/**
 * Row F3: the README's calls by a Python package that is generated from the service's /openapi.json, as docs/http-tools.md
 * says. The generator is 90 MB, so it is installed here and not with everything else.
 */
const source = join(root, "tests/clients/typespec");
const ofTheGenerator = ["black", "docutils", "jinja2", "tomli", "yaml"];
const ofTheGenerated = ["corehttp", "isodate", "requests", "typing_extensions"];
const python = pythonWith("mypy", ...ofTheGenerator, ...ofTheGenerated);
const whyNot = python
  ? undefined
  : "This needs Python 3.10 with packages: apt-get install mypy black python3-docutils python3-jinja2 python3-tomli " +
    "python3-yaml python3-azure, on Debian 13.";
if (whyNot) console.info(whyNot);

const folder = mkdtempSync(join(tmpdir(), "gatepost-typespec-"));
const generator = join(folder, "node_modules/@typespec/http-client-python");
const pythonPath = [join(folder, "python"), join(generator, "generator"), process.env.PYTHONPATH]
  .filter((one) => one !== undefined)
  .join(delimiter);
const program = join(source, "readme_flow.py");

let site: Site;
let installation: Installation;
let operator: Operator;

describe("the Python package that TypeSpec generates", skippedIf(whyNot), () => {
  beforeAll(async () => {
    site = await startSite();
    installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${site.port}` });
    operator = openOperator(installation);
    copyFileSync(join(source, "package.json"), join(folder, "package.json"));
    // Its install script makes an environment with exact versions of Python packages. The installed ones are used instead.
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"]);
    mkdirSync(join(generator, "venv/bin"), { recursive: true });
    symlinkSync(python ?? "", join(generator, "venv/bin/python"));
    const document = await fetch(`${installation.url}/openapi.json`);
    writeFileSync(join(folder, "openapi.json"), await document.text());
    const converted = ["--output-dir", "typespec", "--namespace", "GatepostApi"];
    await run("node_modules/.bin/tsp-openapi3", ["openapi.json", ...converted]);
    const emitter = "@typespec/http-client-python";
    const output = `${emitter}.emitter-output-dir={cwd}/python`;
    await run("node_modules/.bin/tsp", ["compile", "typespec/main.tsp", "--emit", emitter, "--option", output]);
  }, 600_000);

  afterAll(async () => {
    await operator?.close();
    await installation?.stop();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("has types, which the program fits and calls that the document does not allow do not", {
    timeout: 300_000,
  }, async () => {
    const refused = join(folder, "refused.py");
    writeFileSync(
      refused,
      [
        "from gatepostapi import models",
        'models.GetAppStatsRequest(client_key="a", soft_id=1, mode="visit")',
        'models.CreateTaskRequestTask(website_url="https://example.org/", variables="b")',
      ].join("\n"),
    );
    const mypy = (file: string) => run(python ?? "", ["-m", "mypy", "--strict", "--cache-dir", ".mypy", file]);
    expect(await mypy(program)).toContain("Success: no issues found");
    await expect(mypy(refused)).rejects.toThrow(/refused\.py:2: .*\n(.*\n)*.*refused\.py:3: /);
  });

  test("runs the README's calls", { timeout: 120_000 }, async () => {
    const account = await newAccount(operator);
    const softId = await newApplication(operator, account);
    const printed = await readmeFlow({ GATEPOST_KEY: account.clientKey, SOFT_ID: String(softId) });
    expect(JSON.parse(printed)).toEqual({
      waitingFor: ["2fa_input_value"],
      url: `${site.url}/welcome`,
      cost: "0.002000",
      earned: 0,
    });
  });

  test("shows a refusal", { timeout: 120_000 }, async () => {
    const refusal = readmeFlow({ GATEPOST_KEY: "gp_none", SOFT_ID: "1" });
    await expect(refusal).rejects.toThrow("ERROR_KEY_DOES_NOT_EXIST");
  });
});

function readmeFlow(account: { GATEPOST_KEY: string; SOFT_ID: string }): Promise<string> {
  return run(python ?? "", [program], {
    ...account,
    GATEPOST_URL: installation.url,
    DEMO_SITE: site.url,
    CODE: rightCode,
  });
}

/** Runs a program in the folder and returns what it wrote; rejects with it if the program fails. */
async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, PYTHONPATH: pythonPath, ...env } };
  const { stdout } = await promisify(execFile)(name, args, options).catch(({ stdout, stderr }) => {
    throw new Error(`${name}: ${stdout}${stderr}`);
  });
  return stdout;
}
