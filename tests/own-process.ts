import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checks.ts";

/** What a process has once: the web app's settings, and the database that its route handlers open by them. */
const once = /\bopenTestRoutes\b|Object\.assign\(process\.env\b/;

/** The unit tests that set up the process for themselves, and so cannot share one. */
export function ownProcessTests(): string[] {
  return globSync("apps/web/src/**/*.test.ts", { cwd: root })
    .filter((file) => once.test(readFileSync(join(root, file), "utf8")))
    .sort();
}
