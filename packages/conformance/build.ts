import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");

/** What is published. */
export const packageFolder = join(import.meta.dirname, "generated/package");

/** Builds the package: plain ES modules, the documentation as its README, and a licence, without dependencies. */
function build(): void {
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder, { recursive: true });
  const project = join(packageFolder, "../tsconfig.json");
  writeFileSync(project, JSON.stringify(compiler));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["--project", project], { stdio: "inherit" });
  chmodSync(join(packageFolder, "main.js"), 0o755);
  cpSync(join(root, "docs/conformance.md"), join(packageFolder, "README.md"));
  cpSync(join(root, "LICENSE"), join(packageFolder, "LICENSE"));
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(import.meta.dirname, "package.json"), "utf8"),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=20.10" },
    bin: { [name]: "./main.js" },
  };
  writeFileSync(join(packageFolder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const compiler = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    target: "es2022",
    lib: ["es2024", "dom", "dom.iterable"],
    typeRoots: [join(root, "node_modules/@types")],
    noEmit: false,
    rewriteRelativeImportExtensions: true,
    rootDir: join(import.meta.dirname, "src"),
    outDir: packageFolder,
  },
  include: [join(import.meta.dirname, "src")],
  exclude: [join(import.meta.dirname, "src/**/*.test.ts")],
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) build();
