import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./checks.ts";
import { python, whyNoPython } from "./python.ts";

const run = promisify(execFile);
const folder = join(root, ".scratch/release");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const release = (...args: string[]) =>
  run(process.execPath, ["clients/release.ts", ...args], {
    cwd: root,
    env: { ...process.env, GATEPOST_PYTHON: python },
  });

describe("a release", skippedIf(whyNoPython), () => {
  test("has the packages of both registries, a bill of materials, and their checksums", async () => {
    await release(`v${version}`);
    expect(globSync("*", { cwd: folder }).sort()).toEqual(
      [
        "SHA256SUMS",
        "gatepost.cdx.json",
        `gatepost-${version}-py3-none-any.whl`,
        `gatepost-${version}.tar.gz`,
        `gatepost-client-${version}.tgz`,
      ].sort(),
    );
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: folder });
    const bill = JSON.parse(readFileSync(join(folder, "gatepost.cdx.json"), "utf8"));
    expect(bill.bomFormat).toBe("CycloneDX");
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["zod", "pg", "next"]));
    expect(names, "only of development").not.toContain("vitest");

    const modules = ["__init__.py", "_call.py", "_client.py", "_methods.py", "_webhooks.py", "py.typed"];
    const wheel = (
      await run(python, ["-m", "zipfile", "--list", `gatepost-${version}-py3-none-any.whl`], { cwd: folder })
    ).stdout;
    expect(wheel.match(/^gatepost\/\S+/gm)?.sort()).toEqual(modules.map((one) => `gatepost/${one}`));
    expect(wheel).toContain("LICENSE");
    const source = (await run("tar", ["-tzf", `gatepost-${version}.tar.gz`], { cwd: folder })).stdout;
    for (const one of [...modules.map((name) => `src/gatepost/${name}`), "LICENSE", "README.md", "pyproject.toml"])
      expect(source).toContain(`/${one}\n`);
    expect(source).not.toContain("tests/");
  });

  test("is refused for a tag of another version", async () => {
    await expect(release("v99.0.0")).rejects.toThrow("The tag is v99.0.0");
  });
});

test("the workflow builds by that command, tests first, and publishes with provenance and without stored tokens", () => {
  const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const { on, jobs } = parse(text);
  expect(on).toEqual({ push: { tags: ["v*"] } });
  const publishing = ["npm", "pypi", "images"];
  expect(Object.keys(jobs).sort()).toEqual(["build", "test", ...publishing].sort());
  expect(jobs.build.needs).toBe("test");
  for (const name of publishing) {
    expect(jobs[name].needs).toBe("build");
    expect(jobs[name].permissions["id-token"]).toBe("write");
  }
  expect(text).toContain("npm run release --");
  expect(text).toContain("npm publish --provenance --access public");
  expect(text).not.toMatch(/secrets\.(?!GITHUB_TOKEN)/);
});
