import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

/** The name of every event that web and worker log. */
function namesInSources(): Set<string> {
  const files = globSync(["apps/{web,worker}/src/**/*.{ts,tsx}", "packages/{domain,presenters}/src/**/*.ts"], {
    cwd: root,
    exclude: ["**/*.test.*"],
  });
  const calls = /\b(?:log|logChange|logged|logFault|afterwards)\((?:ctx,)?\s*"([^"]+)"/g;
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(calls)].map(([, event]) => event as string),
  );
  // Each open path of better-auth is an event.
  const route = readFileSync(join(root, "apps/web/src/app/api/auth/[...all]/route.ts"), "utf8");
  const [, open = ""] = /const open = new Set\(\[([^\]]+)\]\)/.exec(route) ?? [];
  return new Set([...names, ...[...open.matchAll(/"([^"]+)"/g)].map(([, path]) => path as string)]);
}

test("every line that web and worker log is explained in docs/operating/monitoring.md", () => {
  const page = readFileSync(join(root, "docs/operating/monitoring.md"), "utf8");
  const explained = page.slice(page.indexOf("## Logs"));
  const names = namesInSources();
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});
