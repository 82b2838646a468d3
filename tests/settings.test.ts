import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const example = readFileSync(join(root, ".env.example"), "utf8");

/** Variables that no operator sets in that file. */
const noSettings = new Set([
  // By which the launcher passes `--dev` to the web server.
  "GATEPOST_DEV",
  // By which it passes the demo site's origin to the web server.
  "GATEPOST_DEMO_SITE",
  // Set by tests only.
  "GATEPOST_CHECK_ROWS",
]);

const shared = ["PORT", "HOST", "DATABASE_URL"];

/** The names of all our variables in the launcher, the apps and the packages, without tests. */
function namesInSources(): Set<string> {
  const files = globSync(["apps/*/{src/**/*,*}.{ts,tsx}", "packages/*/src/**/*.ts", "prisma/*.ts", "bootstrap.mjs"], {
    cwd: root,
    exclude: ["**/*.test.{ts,tsx}", "**/node_modules/**", "**/test-*.ts", "**/testing.ts"],
  });
  const pattern = new RegExp(
    `\\b(?:GATEPOST|WORKER|WEB)_[A-Z0-9_]+\\b|\\benv(?:\\.|, ")(?:${shared.join("|")})\\b`,
    "g",
  );
  const names = files.flatMap((file) => readFileSync(join(root, file), "utf8").match(pattern) ?? []);
  return new Set(names.map((name) => name.replace(/^env(?:\.|, ")/, "")).filter((name) => !noSettings.has(name)));
}

test(".env.example has every setting that the programs read, and no other", () => {
  const explained = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name as string);
  expect(new Set(explained).size, "one is explained twice").toBe(explained.length);
  expect(explained.toSorted()).toEqual([...namesInSources()].toSorted());
});

test("each setting of .env.example is explained above it", () => {
  const lines = example.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!/^#?[A-Z][A-Z0-9_]*=/.test(line)) continue;
    // Settings that belong together share a description.
    const above = lines.slice(0, index).findLast((one) => !/^#?[A-Z][A-Z0-9_]*=/.test(one));
    expect(above, line).toMatch(/^# \S/);
  }
});

test("compose.yaml sets only what is a setting, and it and Dockerfile run files that are there", () => {
  const compose = readFileSync(join(root, "compose.yaml"), "utf8");
  const known = namesInSources();
  for (const [, name = ""] of compose.matchAll(/^\s+((?:GATEPOST|WORKER|WEB)_[A-Z0-9_]+|DATABASE_URL|PORT|HOST):/gm))
    expect(known, name).toContain(name);
  expect(compose.match(/env_file:\s+- path: \.env\n\s+required: false/g), "passes every other one on").toHaveLength(1);
  const image = readFileSync(join(root, "Dockerfile"), "utf8");
  expect(image).toContain("cd apps/web && exec ../../node_modules/node/bin/node server.ts");
  const scripts =
    `${compose}${image}`.match(/\b(?:apps|packages|prisma)\/[\w/.-]+\.(?:ts|mjs)\b|\bbootstrap\.mjs\b/g) ?? [];
  expect(scripts).toContain("apps/worker/src/main.ts");
  for (const script of scripts) expect(globSync(script, { cwd: root }), script).toEqual([script]);
});
