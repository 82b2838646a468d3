import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { errors } from "@gatepost/contract/errors";
import { callLimits, operatorLimits } from "@gatepost/contract/limit-sentences";
import { methods } from "@gatepost/contract/methods";
import { modeRecords, modes } from "@gatepost/contract/modes";
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
  const unnamed = Object.keys(methods).filter((name) => !new RegExp(`\\b${name}\\b`).test(contract));
  expect(unnamed, "methods that docs/contract.md does not name").toEqual([]);
});

/** The cells of the rows of a table whose first cell matches, without the space around them. */
const rowsOf = (text: string, first: RegExp) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    )
    .filter(([cell = ""]) => first.test(cell));

test("docs/contract.md says what each error means and in which unit each mode is", () => {
  const contract = read("docs/contract.md");
  for (const [code, { id }] of Object.entries(errors)) {
    const [[, , when = ""] = []] = rowsOf(contract, new RegExp(`^${id}$`));
    expect(when, code).toMatch(/\w/);
  }
  const [heading = []] = rowsOf(contract, /^mode$/);
  expect(heading[1]).toBe("unit of `y`");
  for (const mode of modes) {
    const { name, itemname } = modeRecords[mode];
    const [[, unit = "", content = ""] = []] = rowsOf(contract, new RegExp(`^${mode}$`));
    expect(unit, `the unit of ${mode}, in its row of the table`).toMatch(/^\w+/);
    expect(content, `what ${mode} counts, in its row of the table`).toContain(`\`${name}\`, itemname \`${itemname}\``);
  }
});

test("docs/contract.md has every limit as it is", () => {
  const items = new Set(
    [...read("docs/contract.md").matchAll(/^- (.*)$/gm)].map(([, item = ""]) => item.replaceAll("`", "")),
  );
  const missing = [...callLimits, ...operatorLimits].filter((sentence) => !items.has(sentence));
  expect(missing, "sentences of limit-sentences.ts that are no item of a list there").toEqual([]);
});

test("docs/contract.md says what counts as a view, a user and an error", () => {
  const text = read("docs/contract.md").replace(/\s+/g, " ");
  for (const rule of [
    "`views` counts every view of the public application page",
    "`y` excludes crawlers that identify themselves",
    "A user is an account: one that created a task through the application",
    "An error is counted for the application when a `createTask` that names it is refused",
  ])
    expect(text).toContain(rule);
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
