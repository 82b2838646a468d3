import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lives } from "@gatepost/db/embedded/process";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { beforeEach, expect, test } from "vitest";
import { runToEnd } from "./run-to-end.ts";

let checkout: string;
const hasApt = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const whereApt = skippedIf(hasApt ? undefined : "Only root installs packages of the system, where there is apt-get.");

/** A checkout, in a path with what a path may have, whose npx and Prisma record that they were called, and leave what the real ones would. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "gäte post's %20 (1)-"));
  for (const file of ["bootstrap.mjs", "apps/cli/src/output/progress.mjs", "apps/cli/src/up/browser-packages.mjs"]) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(import.meta.dirname, "..", file), join(checkout, file));
  }
  write("package.json", '{"packageManager":"pnpm@1.2.3"}');
  write("pnpm-lock.yaml", "");
  write("pnpm-workspace.yaml", "");
  write("packages/db/package.json", "{}");
  write("prisma/schema.prisma", "");
  write(
    "packages/db/src/typed-sql/main.ts",
    "import { appendFileSync, existsSync, writeFileSync } from 'node:fs'; appendFileSync('calls', 'type\\n'); if (existsSync('packages/domain/src/a.sql')) writeFileSync('packages/domain/src/a.sql.ts', '');\n",
  );
  write("script.ts", "const code: number = Number(process.argv[2] ?? 0);\nconsole.log('ran');\nprocess.exit(code);\n");
  program(
    "bin/npx",
    `echo "install $2" >> calls; mkdir -p node_modules/node/bin node_modules/prisma/build; ln -sf ${process.execPath} node_modules/node/bin/node; cp prisma.js node_modules/prisma/build/index.js`,
  );
  write(
    "prisma.js",
    "const fs = require('fs'); fs.appendFileSync('calls', 'generate\\n'); fs.mkdirSync('packages/db/generated', { recursive: true }); fs.writeFileSync('packages/db/generated/client.ts', '')",
  );
  return () => rmSync(checkout, { recursive: true });
});

test("a fresh checkout is installed and generated before its script runs, and not again later", async () => {
  // On a busy machine, the progress of a phase that takes over a second.
  const stderr = expect.stringMatching(
    /^(?:· (?:installing packages|generating the database client|typing the SQL statements) … ?.*\n)*$/,
  );
  expect(await bootstrap("script.ts")).toMatchObject({ code: 0, stdout: "ran\n", stderr });
  expect(calls()[0]).toBe("install pnpm@1.2.3");
  expect(calls().slice(1).sort()).toEqual(["generate", "type"]);
  // Compiled code is kept in the checkout, so that the next start is faster.
  expect(existsSync(join(checkout, "node_modules/.cache/node"))).toBe(true);
  await bootstrap("script.ts");
  expect(calls()).toHaveLength(3);
});

test("a user without a home that can be written installs into the checkout", async () => {
  program("bin/npx", `echo "$HOME $npm_config_cache" >> calls; exit 1`);
  const env = { PATH: `${join(checkout, "bin")}:${process.env.PATH}`, npm_config_cache: "/cache" };
  await bootstrapWith({ ...env, HOME: "/nonexistent" }, "script.ts");
  await bootstrapWith({ ...env, HOME: checkout }, "script.ts");
  const own = join(checkout, ".scratch/home");
  expect(calls()).toEqual([`${own} ${join(own, ".npm")}`, `${checkout} /cache`]);
});

test("a changed manifest installs again, a changed schema generates again, a changed statement types again", async () => {
  await bootstrap("script.ts");
  write("packages/db/package.json", '{"name":"db"}');
  await bootstrap("script.ts");
  expect(calls().slice(3)).toEqual(["install pnpm@1.2.3"]);
  write("prisma/schema.prisma", "model A {}");
  await bootstrap("script.ts");
  expect(calls().at(-1)).toBe("generate");
  const before = calls().length;
  for (const file of ["packages/domain/src/a.sql", "prisma/migrations/1/migration.sql"]) {
    write(file, "select 1");
    await bootstrap("script.ts");
  }
  rmSync(join(checkout, "packages/domain/src/a.sql.ts"));
  await bootstrap("script.ts");
  expect(calls().slice(before), "for a missing module too").toEqual(["type", "type", "type"]);
});

test(
  "before a first npm start, the browsers that are missing are installed beside the packages",
  whereApt,
  async () => {
    write("apps/cli/src/main.ts", "");
    program("bin/apt-get", 'echo "apt-get $*" >> calls');
    const install = readFileSync(join(checkout, "bin/npx"), "utf8").replace("#!/bin/sh\n", "");
    // The packages are there once the browsers are asked for: neither waits for the other.
    program("bin/npx", `PATH=/usr/bin:/bin; until grep -q apt-get calls; do sleep 0.05; done; ${install}`);
    const only = { PATH: join(checkout, "bin"), GATEPOST_CHROMIUM: "none", GATEPOST_HEADLESS_SHELL: "" };
    expect(await bootstrapWith(only, "apps/cli/src/main.ts", "up")).toMatchObject({ code: 0 });
    const asked = "apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation";
    expect(calls().filter((call) => call.startsWith("apt-get"))).toEqual(["apt-get update", asked]);
    await bootstrapWith(only, "apps/cli/src/main.ts", "up");
    expect(calls().filter((call) => call.startsWith("apt-get"))).toHaveLength(2);
  },
);

test.each(['"', "["])("a checkout whose path has %s is refused before anything is installed", async (character) => {
  const before = checkout;
  checkout = `${before}${character}`;
  renameSync(before, checkout);
  expect(await bootstrap("script.ts")).toMatchObject({
    code: 1,
    stderr: `Gatepost cannot be built in ${checkout}, because its path has ${character}: move it to another folder.\n`,
  });
});

test("two at once install once", async () => {
  const ends = await Promise.all([bootstrap("script.ts"), bootstrap("script.ts")]);
  expect(ends.map((end) => end.code)).toEqual([0, 0]);
  expect(calls().sort()).toEqual(["generate", "install pnpm@1.2.3", "type"]);
});

test("a lock that was last touched an hour ago, or in an hour, belongs to nobody", async () => {
  for (const seconds of [-3_600, 3_600]) {
    write(".scratch/bootstrap.lock", "1");
    const touched = Date.now() / 1_000 + seconds;
    utimesSync(join(checkout, ".scratch/bootstrap.lock"), touched, touched);
    expect(await bootstrap("script.ts", "7")).toMatchObject({ code: 7 });
  }
});

test("a failed installation shows its log and a sentence, and is tried again next time", async () => {
  program("bin/npx", "echo no way to the registry; exit 1");
  const { code, stderr } = await bootstrap("script.ts");
  expect(code).toBe(1);
  expect(stderr).toMatch(/no way to the registry[\s\S]*The packages could not be installed/);
  expect(existsSync(join(checkout, "node_modules/.installed"))).toBe(false);
});

test("an installation that is stopped leaves nothing that goes on installing", async () => {
  program("bin/npx", "sleep 1000 & echo $! > installing; wait");
  const env = { ...process.env, PATH: `${join(checkout, "bin")}:${process.env.PATH}` };
  const child = spawn(process.execPath, ["bootstrap.mjs"], { cwd: checkout, env });
  const installing = () => Number(readFileSync(join(checkout, "installing"), "utf8"));
  await expect.poll(installing).toBeGreaterThan(0);
  child.kill("SIGTERM");
  await expect.poll(() => lives(installing())).toBe(false);
});

test("SIGUSR2, which replaces a worker, ends no installation, nor a start that has none yet", async () => {
  const install = readFileSync(join(checkout, "bin/npx"), "utf8").replace("#!/bin/sh\n", "");
  program("bin/npx", `kill -USR2 $PPID; ${install}`);
  expect(await bootstrap("script.ts")).toMatchObject({ code: 0 });
  write("wait.ts", "process.kill(process.pid, 'SIGUSR2'); setInterval(() => {}, 1000)");
  expect((await bootstrap("wait.ts")).signal, "of a script that does not know it").toBe("SIGUSR2");
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
}

function program(file: string, script: string): void {
  write(file, `#!/bin/sh\n${script}\n`);
  chmodSync(join(checkout, file), 0o755);
}

function calls(): string[] {
  return readFileSync(join(checkout, "calls"), "utf8").trim().split("\n");
}

function bootstrap(...args: string[]) {
  return bootstrapWith({ PATH: `${join(checkout, "bin")}:${process.env.PATH}` }, ...args);
}

function bootstrapWith(more: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, ...more };
  return runToEnd(process.execPath, ["bootstrap.mjs", ...args], { cwd: checkout, env });
}
