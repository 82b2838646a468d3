import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import type { ReadmeFlow } from "../clients/readme-flow.ts";
import { newAccount, newApplication } from "../factories.ts";
import { openWithWorker } from "./wire.ts";

/**
 * Row F3: programs of tests/clients, written as a reader of the documentation would write them, with what the generators
 * of two projects make of the service's /openapi.json. They are compiled, then run.
 */
const clients = join(import.meta.dirname, "../clients");
const generated = join(clients, "generated");
const compiler = join(import.meta.dirname, "../../node_modules/.bin/tsc");

const { site, installation, operator } = openWithWorker();
beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  const document = `${installation.url}/openapi.json`;
  await run("node_modules/.bin/openapi-typescript", document, "--output", "generated/openapi-typescript.ts");
  await run("node_modules/.bin/openapi-ts", "--input", document, "--output", "generated/hey-api", "--no-log-file");
}, 180_000);

test("the generated clients compile, and calls that the document does not allow do not", {
  timeout: 120_000,
}, async () => {
  expect(await run(compiler, "--project", ".")).toBe("");
});

test.for(["openapi-typescript", "hey-api"])(
  "the client of %s runs the README's calls",
  { timeout: 120_000 },
  async (name) => {
    const { readmeFlow } = (await import(join(clients, `${name}.ts`))) as { readmeFlow: ReadmeFlow };
    const account = await newAccount(operator);
    const result = await readmeFlow({
      baseUrl: installation.url,
      clientKey: account.clientKey,
      softId: await newApplication(operator, account),
      websiteURL: `${site.url}/login`,
      code: rightCode,
    });
    expect(result).toEqual({
      waitingFor: ["2fa_input_value"],
      url: `${site.url}/welcome`,
      cost: "0.002000",
      earned: 0,
    });
  },
);

test.for(["/openapi.json", "/docs/reference", "/docs/quick-start"])(
  "%s shows where the demo's site is",
  async (path) => {
    const text = await (await fetch(installation.url + path)).text();
    expect(text).toContain(`${site.url}/`);
    expect(text).not.toContain("127.0.0.1:3900/");
  },
);

/** Runs a program in tests/clients and returns what it wrote; rejects with it if the program fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: clients }).catch(({ stdout, stderr }) => {
    throw new Error(`${program}: ${stdout}${stderr}`);
  });
  return stdout;
}
