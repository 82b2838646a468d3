import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./checks.ts";

/** Names of modules that are loaded with the file; `import type` is erased. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm);
  const calls = text.matchAll(/\bimport\("([^"]+)"\)/g);
  return [...statements, ...calls].map(([, name]) => name as string);
}

/** The file of this repository that a module's name means. */
export function resolveImport(from: string, name: string): string | undefined {
  // The client is imported by the name under which it is published.
  const [, workspace, path] =
    /^@gatepost\/(\w+)\/(.+)$/.exec(name === "gatepost" ? "@gatepost/client/index" : name) ?? [];
  const file = workspace
    ? join(root, "packages", workspace, "src", `${path}.ts`)
    : name.startsWith(".")
      ? join(dirname(from), name)
      : undefined;
  return file && /\.tsx?$/.test(file) && existsSync(file) ? file : undefined;
}
