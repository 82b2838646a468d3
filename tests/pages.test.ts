import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { errors } from "@gatepost/contract/errors";
import { methods } from "@gatepost/contract/methods";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const read = (page: string) => readFileSync(join(root, page), "utf8");
const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });

test.for(pages)("%s links to files that exist", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|srcset="([^"]+)"|src="([^"]+)"/g)]
    .map(([, link, set, picture]) => decodeURIComponent(link ?? set ?? picture ?? "").replace(/#.*/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link));
  const missing = links.filter((link) => !existsSync(join(root, dirname(page), normalize(link))));
  expect(missing).toEqual([]);
});

test("docs/contract.md has each error with its id, and names each method", () => {
  const contract = read("docs/contract.md");
  const rows = [...contract.matchAll(/^\| (\d+)\s*\| (ERROR_\w+)/gm)].map(([, id, code]) => `${id} ${code}`);
  expect(rows.sort()).toEqual(
    Object.entries(errors)
      .map(([code, { id }]) => `${id} ${code}`)
      .sort(),
  );
  for (const name of Object.keys(methods)) expect(contract).toMatch(new RegExp(`\\b${name}\\b`));
});

test("docs/quality.md names for each row a file that repeats its name", () => {
  const rows = [...read("docs/quality.md").matchAll(/^\| ([PRSFU]\d+)\s*\|.*\|([^|]*)\|$/gm)];
  expect(rows.length).toBeGreaterThan(40);
  for (const [, row = "", files = ""] of rows) {
    const named = [...files.matchAll(/\]\(\.\.\/([^)]+\.tsx?)\)/g)].map(([, file = ""]) => decodeURIComponent(file));
    expect(named.length, row).toBeGreaterThan(0);
    for (const file of named)
      if (!file.startsWith("bench/")) expect(read(file), `${row}: ${file}`).toMatch(new RegExp(`\\b${row}\\b`));
  }
});
