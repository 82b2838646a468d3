import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "./checks.ts";
import { importsOf, resolveImport } from "./imports.ts";

/** What runs in an image: the programs, and whatever Next.js may load. */
const programs = [
  ...["apps/cli/src/main.ts", "apps/web/server.ts", "apps/worker/src/main.ts"],
  ...globSync("apps/web/src/{app/**/*.{ts,tsx},*.ts}", { cwd: root, exclude: ["**/*.test.*"] }),
];

function loadedFiles(): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const name of importsOf(file)) {
      const next = resolveImport(file, name);
      if (next) visit(next);
    }
  };
  for (const program of programs) visit(join(root, program));
  return found;
}

/** The name of the package that a module's name means; undefined for a file, or a module of Node.js. */
const packageOf = (name: string) => /^(?!node:|\.)((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1];

/** The dependencies of the workspace's package that a file is of. */
function dependenciesOf(file: string): object {
  const [, folder = ""] = /^((?:apps|packages)\/\w+\/)?/.exec(relative(root, file)) ?? [];
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).dependencies;
}

test("programs load no package that is for development only, because the images do not have those", () => {
  const files = [...loadedFiles()];
  expect(files.length).toBeGreaterThan(500);
  const missing = files.flatMap((file) =>
    importsOf(file)
      .map(packageOf)
      .filter((name) => name && !Object.hasOwn(dependenciesOf(file), name))
      .map((name) => `${relative(root, file)}: ${name}`),
  );
  expect(missing).toEqual([]);
});
