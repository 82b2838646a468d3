import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { chromium, type Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { onPath } from "../../apps/cli/src/up/browser-packages.mjs";
import { ensureBrowsers } from "../../apps/cli/src/up/chromium.ts";
import { packageFolder } from "../../packages/client/build.ts";
import { root } from "../checks.ts";
import { newAccount } from "../factories.ts";
import { openWithWorker } from "./wire.ts";

/**
 * Row C2: the npm package `gatepost` as it is built and packed, in a folder that has nothing else, with the programs of its README as
 * they are printed.
 */
const folder = join(packageFolder, "../reader");
const run = promisify(execFile);
/** What `npm pack` says of the package, and its tarball. */
let packed: { filename: string; files: { path: string }[] };
const programs = [
  ...readFileSync(join(root, "packages/client/README.md"), "utf8").matchAll(/^```ts\n([\s\S]+?)^```$/gm),
].map(([, text]) => text as string);

const { site, installation, operator } = openWithWorker();

beforeAll(async () => {
  await run(process.execPath, ["build.ts"], { cwd: join(root, "packages/client") });
  rmSync(folder, { recursive: true, force: true });
  const installed = join(folder, "node_modules/gatepost");
  mkdirSync(installed, { recursive: true });
  // Without one of its own, the folder belongs to packages/client, which can import its source by the same name.
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: packageFolder });
  const said: unknown = JSON.parse(stdout);
  packed = Object.values(said as object)[0];
  await run("tar", ["-xzf", join(folder, packed.filename), "--strip-components=1", "-C", installed]);
  for (const [index, text] of programs.entries()) writeFileSync(join(folder, `program-${index}.mts`), text);
});

test("the package has what was built and nothing else, needs no other package, and its library is at most 15 KiB", async () => {
  const modules = ["call", "gatepost", "index", "methods", "webhooks"].flatMap((name) => [
    `${name}.d.ts`,
    `${name}.js`,
  ]);
  expect(packed.files.map(({ path }) => path).sort()).toEqual(
    ["LICENSE", "README.md", "command-line.js", "package.json", ...modules].sort(),
  );
  // All but the command line, which programs do not load, compressed as npm does it.
  const library = join(folder, "library.tar");
  await run("tar", ["-cf", library, "--exclude=command-line.js", "-C", join(folder, "node_modules"), "gatepost"]);
  const { length } = gzipSync(readFileSync(library), { level: 9 });
  expect(length, "bytes; most are the descriptions in packages/contract/src/methods").toBeLessThanOrEqual(15 * 1_024);
  const manifest = JSON.parse(readFileSync(join(folder, "node_modules/gatepost/package.json"), "utf8"));
  expect(Object.keys(manifest)).not.toContain("dependencies");
  for (const { path } of packed.files.filter(({ path }) => /^(?!command-line).*\.(?:js|ts)$/.test(path)))
    expect(readFileSync(join(folder, "node_modules/gatepost", path), "utf8"), path).not.toMatch(
      /from "(?!\.\/)|import\("|node:/,
    );
});

test("the README's programs are correct for a compiler that sees the package's own types, and wrong ones are not", async () => {
  const wrong = `import { Gatepost } from "gatepost";
const gatepost = new Gatepost({ baseUrl: "", clientKey: "" });
// @ts-expect-error: there is no such method.
gatepost.createTasks;
// @ts-expect-error: a template is missing.
gatepost.run({ websiteURL: "" });
// @ts-expect-error: an address is text.
gatepost.run({ template: "", websiteURL: 1 });
// @ts-expect-error: no such browser.
gatepost.run({ template: "", websiteURL: "", engine: "firefox" });
// @ts-expect-error: no mode.
gatepost.getAppStats({ softId: 1, mode: "visits" });
// @ts-expect-error: a task is missing.
gatepost.getTaskResult();
await Promise.all([gatepost.getBalance(), gatepost.listTasks(), gatepost.test()]);
const done = await gatepost.run({ template: "", websiteURL: "", onWait: ({ name, attempt }) => name + attempt.toFixed() });
export const result: { taskId: number; cost: string; status: "ready" } = done;
`;
  writeFileSync(join(folder, "wrong.mts"), wrong);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ["node"],
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "nodenext",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout } = await run(compiler, ["--project", folder, "--pretty", "false"]).catch((error) => error);
  expect(stdout).toBe("");
});

/** Other runtimes, where they are installed. */
const runtimes = {
  "Node.js": { command: [process.execPath], why: undefined },
  Deno: { command: ["deno", "run", "--allow-net", "--allow-env"], why: whyNot("deno") },
  Bun: { command: ["bun", "run"], why: whyNot("bun") },
};

function whyNot(program: string): string | undefined {
  return onPath([program]).length > 0 ? undefined : `${program} is not installed (npm install --global ${program})`;
}

for (const [name, { command, why }] of Object.entries(runtimes)) {
  test(`in ${name} the README's first program signs in, answers, and prints the address it came to`, {
    ...skippedIf(why),
  }, async () => {
    const [program = "", ...args] = command;
    const env = { ...process.env, ...(await newEnvironment()) };
    const { stdout } = await run(program, [...args, join(folder, "program-0.mts")], { env, cwd: folder });
    expect(stdout).toBe(`${site.url}/welcome\n`);
  });
}

test("in a page of another site the README's first program does the same, without a build", async () => {
  const environment = JSON.stringify(await newEnvironment());
  const files: Record<string, string> = {
    "/": `<script type="importmap">{ "imports": { "gatepost": "/index.js" } }</script>
      <script>globalThis.process = { env: ${environment} }</script><script type="module" src="/program.js"></script>`,
    "/program.js": programs[0] ?? "",
  };
  await using page = await newPage();
  const said = page.waitForEvent("console");
  await page.route("http://other.test/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const contentType = pathname === "/" ? "text/html" : "text/javascript";
    const body = files[pathname] ?? readFileSync(join(folder, "node_modules/gatepost", pathname), "utf8");
    return route.fulfill({ contentType, body });
  });
  await page.goto("http://other.test/");
  expect((await said).text()).toBe(`${site.url}/welcome`);
});

async function newEnvironment(): Promise<Record<string, string>> {
  const { clientKey } = await newAccount(operator);
  return { GATEPOST_URL: installation.url, GATEPOST_KEY: clientKey, DEMO_SITE: site.url };
}

async function newPage(): Promise<Page & AsyncDisposable> {
  // Of a page over plain HTTP, which has fewer functions. Chromium would ask a person whether it may call this machine.
  const args = ["--disable-features=LocalNetworkAccessChecks"];
  const { full } = await ensureBrowsers({ required: ["full"] });
  const browser = await chromium.launch({ executablePath: full as string, args });
  const page = await browser.newPage();
  return Object.assign(page, { [Symbol.asyncDispose]: () => browser.close() });
}

test("the package's command runs a task without a clone, and imports nothing but the library and Node.js", async () => {
  const file = join(folder, "node_modules/gatepost/command-line.js");
  // With the library of the schemas it was twice as large, and took a third longer to start.
  expect(readFileSync(file).length).toBeLessThan(150_000);
  const imported = readFileSync(file, "utf8").matchAll(/\bfrom ?"([^"]+)"/g);
  for (const [, name] of imported) expect(name).toMatch(/^(?:\.\/index\.js|node:.+)$/);
  const { clientKey } = await newAccount(operator);
  const env = { PATH: process.env.PATH, GATEPOST_URL: installation.url, GATEPOST_KEY: clientKey };
  const gatepost = async (...args: string[]) =>
    (await run(process.execPath, [file, ...args], { cwd: folder, env })).stdout;
  expect(await gatepost("balance")).toBe("balance  $10.00\n");
  const template = "Sign-in with 2FA and wait for control text";
  const values = {
    login_input_css: "#login",
    login_input_value: "ada",
    password_input_css: "#password",
    password_input_value: "lovelace",
    "2fa_input_css": "#2facode",
    control_text: "Welcome, Ada",
  };
  const variables = Object.entries(values).flatMap(([name, value]) => ["--var", `${name}=${value}`]);
  const place = ["--template", template, "--url", `${site.url}/login`];
  const id = (await gatepost("task", "create", ...place, ...variables, "--wait", "2fa_input_value", "--id")).trim();
  const waits = async () => JSON.parse(await gatepost("call", "getTaskResult", `taskId=${id}`)).waitingFor;
  await expect.poll(waits).toEqual(["2fa_input_value"]);
  expect(await gatepost("push", id, "2fa_input_value", "349001")).toBe(`Pushed 2fa_input_value to task ${id}.\n`);
  expect(await gatepost("task", "result", id, "--wait-until-done")).toContain("/welcome");
  const listed = JSON.parse(await gatepost("call", "listTasks", "state=ready", "--json"));
  expect(listed.tasks).toMatchObject([{ taskId: Number(id), templateName: template }]);
});
