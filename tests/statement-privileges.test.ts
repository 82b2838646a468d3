import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Statement } from "@gatepost/db/statement";
import { cloneDatabase } from "@gatepost/db/testing";
import pg from "pg";
import { expect, test } from "vitest";
import { root } from "./checks.ts";
import { resolveImport } from "./imports.ts";

/** Statements that a process could run by what it imports, but that only the other process does. */
const neverRun: Record<"web" | "worker", string[]> = {
  web: ["packages/domain/src/platform/sql/worker-heartbeat.sql.ts"],
  worker: [],
};

interface Module {
  /** The text of each declaration, by its name; what runs when the module is loaded, by "". */
  declarations: Map<string, string>;
  /** What each imported name means. */
  imports: Map<string, { file: string; name: string }>;
}

const modules = new Map<string, Module>();

function read(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const found: Module = { declarations: new Map(), imports: new Map() };
  modules.set(file, found);
  const text = readFileSync(file, "utf8");
  for (const [, type, clause = "", specifier = ""] of text.matchAll(
    /^(?:import|export) (type )?([^"]*?) from "([^"]*)";$/gm,
  )) {
    const target = resolveImport(file, specifier);
    if (type || !target) continue;
    for (const part of clause.replace(/[{}]/g, "").split(",")) {
      const [name = "", local = name] = part.trim().split(/ as /);
      if (name && !name.startsWith("type ")) found.imports.set(local, { file: target, name });
    }
  }
  const code = text
    .replace(/^(?:import|export) [^"]*? from "[^"]*";$/gm, "")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  // The formatter lets only declarations and what runs at once begin a line.
  for (const part of code.split(/\n(?=[^\s})\]/*])/)) {
    const name =
      /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/.exec(part)?.[1] ?? "";
    found.declarations.set(name, `${found.declarations.get(name) ?? ""}\n${part}`);
  }
  return found;
}

/** The modules of statements that are used by what is declared in these files, or by what that uses, and so on. */
function reached(files: readonly string[]): string[] {
  const seen = new Set<string>();
  const statements = new Set<string>();
  const visit = (file: string, name: string) => {
    if (seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    if (file.endsWith(".sql.ts")) return void statements.add(file);
    const { declarations, imports } = read(file);
    if (name !== "") visit(file, "");
    for (const [word] of (declarations.get(name) ?? "").matchAll(/[A-Za-z_$][\w$]*/g)) {
      const imported = imports.get(word);
      if (imported) visit(imported.file, imported.name);
      else if (declarations.has(word)) visit(file, word);
    }
  };
  for (const file of files) for (const name of read(file).declarations.keys()) visit(file, name);
  return [...statements].sort();
}

test.each(["web", "worker"] as const)(
  "S18: the role of the %s may run each statement that the process can reach",
  async (process) => {
    const sources = globSync(`apps/${process}/{*.ts,src/**/*.{ts,tsx}}`, {
      cwd: root,
      exclude: ["**/*.test.*", "**/test-*", "**/*-testing.ts"],
    });
    const files = reached(sources.map((file) => join(root, file)));
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
