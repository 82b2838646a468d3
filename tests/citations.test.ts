import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

/** Whether a file cites a page by its path from the root, or one that is beside it or in a folder above it. */
function isThere(page: string, folder: string): boolean {
  if (existsSync(join(root, folder, page))) return true;
  return folder !== "." && isThere(page, dirname(folder));
}

/** Whether a page has the section that is cited as `section 3` or as `"Cells"`. */
function hasSection(page: string, section: string): boolean {
  const headings = readFileSync(join(root, page), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  const [, number] = /^section (\d+)$/.exec(section) ?? [];
  const words = number ? `${number}.` : section.slice(1, -1);
  return headings.some((heading) => `${heading.replace(/^#+ /, "")} `.startsWith(`${words} `));
}

/** What a file cites of the repository's documents and is not there. */
function missingIn(file: string): string[] {
  // A comment may cite a page and its section on two lines.
  const text = readFileSync(join(root, file), "utf8")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/\n\s*(?:\*|\/\/|--|#) /g, " ");
  const pages = [...text.matchAll(/(?<![\w./-])(?!\.)[\w./-]+\.md\b/g)].map(([page]) => page);
  const sections = [...text.matchAll(/\b(docs\/[\w/-]+\.md), (section \d+|"[^"]+")/g)];
  return [
    ...pages.filter((page) => !isThere(page, dirname(file))),
    ...sections
      .filter(([, page = "", section = ""]) => isThere(page, ".") && !hasSection(page, section))
      .map(([citation]) => citation),
  ].map((missing) => `${file}: ${missing}`);
}

test("source files cite documents, and sections of them, that exist", () => {
  const files = globSync(
    "{apps,bench,deploy,lint,packages,prisma,tests}/**/*.{cfg,css,grit,mjs,prisma,sh,sql,ts,tsx,yaml,yml}",
    { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|\.next|generated)$/.test(path) },
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(missingIn)).toEqual([]);
});
