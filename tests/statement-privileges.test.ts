import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Statement } from "@gatepost/db/statement";
import { cloneDatabase } from "@gatepost/db/testing";
import pg from "pg";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

/** Modules that a process imports with what it runs, but that only the other process uses. */
const neverRun = {
  web: ["packages/domain/src/platform/sql/worker-heartbeat.sql.ts"],
  worker: ["packages/domain/src/tasks/sql/measure-latest-tasks.sql.ts"],
};

/** The files that these import, directly or not, except for types. */
function imported(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type ).*?from "([^"]*)";$/gms,
    )) {
      const next = resolve(file, specifier);
      if (next) visit(next);
    }
  };
  for (const file of files) visit(file);
  return found;
}

function resolve(from: string, specifier: string): string | undefined {
  const [, name, path] = /^@gatepost\/(\w+)\/(.*)$/.exec(specifier) ?? [];
  const target = name ? join(root, "packages", name, "src", path ?? "") : join(dirname(from), specifier);
  if (!name && !specifier.startsWith(".")) return undefined;
  return [target, `${target}.ts`, `${target}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file));
}

test.each(["web", "worker"] as const)(
  "S18: the role of the %s may run each statement that the process can reach",
  async (process) => {
    const sources = globSync(`apps/${process}/{*.ts,src/**/*.{ts,tsx}}`, {
      cwd: root,
      exclude: ["**/*.test.*", "**/test-*", "**/*-testing.ts"],
    });
    const files = [...imported(sources.map((file) => join(root, file)))].filter((file) => file.endsWith(".sql.ts"));
    expect(files.length).toBeGreaterThan(10);
    const database = await cloneDatabase();
    const client = new pg.Client({ connectionString: process === "web" ? database.webUrl : database.workerUrl });
    await client.connect();
    const refused: string[] = [];
    for (const file of files) {
      const statements = Object.values(await import(pathToFileURL(file).href)) as Statement<object, object>[];
      // Plans without values, and checks privileges as a run does.
      for (const { text } of statements)
        await client.query(`explain (generic_plan) ${text}`).catch(({ code, message }: pg.DatabaseError) => {
          if (code !== "42501") throw new Error(`${file}: ${message}`);
          refused.push(relative(root, file));
        });
    }
    await client.end();
    await database.drop();
    expect(refused, "packages/db/src/roles/grants.ts").toEqual(neverRun[process]);
  },
);
