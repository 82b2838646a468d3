import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What Next.js or a generator of clients reads, and modules of statements, which are generated. */
const exempt = /^apps\/web\/src\/(?:app\/|instrumentation\.ts$)|\.(?:test|spec)\.tsx?$|\.sql\.ts$/;

const declaration =
  /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type) (?<name>[A-Za-z_$][\w$]*)/gm;

/**
 * Exports whose name occurs in no other file, each as a sentence with its place and what to do. By names alone, so that it
 * takes less than a second; it overlooks a name that another file uses for something else. Sources by their paths.
 */
export function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const filesWith = new Map<string, number>();
  for (const source of sources.values())
    for (const word of new Set(wordsOf(source))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  return [...sources]
    .filter(([file]) => !exempt.test(file))
    .flatMap(([file, source]) =>
      [...source.matchAll(declaration)].flatMap(({ groups, index }) => {
        const name = groups?.name ?? "";
        if (filesWith.get(name) !== 1) return [];
        const line = source.slice(0, index).split("\n").length;
        const usedHere = wordsOf(source).filter((word) => word === name).length > 1;
        const whatToDo = usedHere
          ? `Only this file uses ${name}: remove the word "export".`
          : `No file uses ${name}: delete it.`;
        return [`${file}:${line}: ${whatToDo}`];
      }),
    );
}

function wordsOf(source: string): string[] {
  return source.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function readSources(): Map<string, string> {
  const root = join(import.meta.dirname, "..");
  const files = globSync(["*.{ts,mjs}", "{apps,bench,packages,prisma,tests}/**/*.{ts,tsx,mjs}"], {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|\.next|generated)$/.test(path),
  });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const unused = unusedExports(readSources());
  for (const sentence of unused) console.error(sentence);
  if (unused.length > 0) process.exitCode = 1;
}
