import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
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

/** What tests import, and what they set up with: see lint/no-tests-in-product.grit. */
const ofTests = /\.(?:test|spec)\.tsx?$|\/(?:test-|testing)|-testing\.ts$/;

/**
 * Imports that make folders of the product import each other in a circle, types included, as sentences: one for each two folders,
 * the pair with the fewest imports first. A file that is in no folder of its package stands for itself.
 */
export function folderCircles(sources: ReadonlyMap<string, string>): string[] {
  const folderOf = (file: string) => file.split("/").slice(0, 4).join("/");
  const imported = (file: string, name: string) =>
    name.startsWith(".") ? posix.join(file, "..", name) : `${name.replace(/^@gatepost\/(\w+)/, "packages/$1/src")}.ts`;
  const imports = [...sources]
    .filter(([file]) => /^(?:apps|packages)\/[\w-]+\/src\//.test(file) && !ofTests.test(file))
    .flatMap(([file, source]) =>
      [...source.matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g)].flatMap(([, name = ""]) => {
        const [from, to] = [folderOf(file), folderOf(imported(file, name))];
        return from === to || !sources.has(imported(file, name)) ? [] : { file, name, from, to };
      }),
    );
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  function leadsTo(to: string, from: string, seen = new Set<string>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (importsOf.get(from) ?? []).some((one) => leadsTo(to, one.to, seen));
  }
  return [...Map.groupBy(imports, ({ from, to }) => `${from} ${to}`).values()]
    .toSorted((a, b) => a.length - b.length)
    .flatMap((all) => all.slice(0, 1))
    .filter(({ from, to }) => leadsTo(from, to))
    .map(
      ({ file, name, from, to }) => `${file}: "${name}" makes a circle, because ${to} imports ${from}, or leads there.`,
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
  const sources = readSources();
  const wrong = [...unusedExports(sources), ...folderCircles(sources)];
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) process.exitCode = 1;
}
