import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * `npm run release`: builds what a release publishes beside the images, in `.scratch/release`: the npm package, the Python package, a
 * bill of materials (CycloneDX) of all that Gatepost uses, and their checksums. It needs no account and sends nothing;
 * .github/workflows/release.yml publishes what it built. `npm run release -- v0.2.0` refuses another version than that tag's.
 */
const root = join(import.meta.dirname, "..");
const folder = join(root, ".scratch/release");
const [tag] = process.argv.slice(2);
const { version, packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

for (const [file, own] of versions())
  if (own !== version) throw new Error(`${file} has version ${own}, and package.json has ${version}.`);
if (tag !== undefined && tag !== `v${version}`) throw new Error(`The tag is ${tag}, and the version is ${version}.`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run(process.execPath, ["build.ts"], "packages/client");
run("npm", ["pack", "--pack-destination", folder], "packages/client/generated/package");
buildPython();
const bill = ["sbom", "--sbom-format", "cyclonedx", "--prod"];
writeFileSync(join(folder, "gatepost.cdx.json"), run("npx", ["--yes", packageManager, ...bill]));

const files = globSync("*", { cwd: folder }).sort();
const sums = files.map((name) => {
  const hash = createHash("sha256").update(readFileSync(join(folder, name)));
  return `${hash.digest("hex")}  ${name}\n`;
});
writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
console.log(sums.join("").trimEnd());

/** Of every package, by the file that has it. */
function versions(): [file: string, version: string][] {
  const manifests = globSync(["{apps,packages}/*/package.json", "tests/clients/package.json"], { cwd: root });
  const python = readFileSync(join(root, "clients/python/pyproject.toml"), "utf8");
  return [
    ...manifests.map((file): [string, string] => [file, JSON.parse(readFileSync(join(root, file), "utf8")).version]),
    ["clients/python/pyproject.toml", /^version = "(.+)"$/m.exec(python)?.[1] ?? "none"],
  ];
}

/** From a copy without what an editor or a test left there. GATEPOST_PYTHON names a Python that has `build` and `hatchling`. */
function buildPython(): void {
  const source = join(root, ".scratch/release-python");
  const left = ["__pycache__", ".mypy_cache", "dist"];
  rmSync(source, { recursive: true, force: true });
  cpSync(join(root, "clients/python"), source, { recursive: true, filter: (file) => !left.includes(basename(file)) });
  const build = ["-m", "build", "--no-isolation", "--skip-dependency-check", "--outdir", folder, source];
  run(process.env.GATEPOST_PYTHON ?? "python3", build);
  rmSync(source, { recursive: true });
}

function run(program: string, args: string[], cwd = "."): string {
  return execFileSync(program, args, {
    cwd: join(root, cwd),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 26,
  });
}
