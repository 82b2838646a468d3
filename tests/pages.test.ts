import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errors } from "@gatepost/contract/errors";
import { methods } from "@gatepost/contract/methods";
import { modeRecords, modes } from "@gatepost/contract/modes";
import { expect, test } from "vitest";
import { docsPages, docsPath } from "../apps/web/src/public/docs/pages.ts";
import { parsePage } from "../apps/web/src/public/docs/read-page.ts";

const root = dirname(import.meta.dirname);
const read = (page: string) => readFileSync(join(root, page), "utf8");
const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });

/** The ids of a page's headings. */
const anchors = new Map(pages.map((page) => [page, new Set(parsePage(read(page), page).headings.map(({ id }) => id))]));

/** Where the links and pictures of a page lead, without those to other sites. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)|srcset="([^"]+)"|src="([^"]+)"/g)]
    .map(([, link, set, picture]) => decodeURIComponent(link ?? set ?? picture ?? ""))
    .filter((link) => !/^[a-z]+:/.test(link));

test.for(pages)("%s links to files and headings that exist", (page) => {
  const missing = linksOf(page).filter((link) => {
    const [path = "", anchor] = link.split("#");
    const file = path ? join(dirname(page), path) : page;
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && anchors.has(file) && !anchors.get(file)?.has(anchor);
  });
  expect(missing).toEqual([]);
});

/** Addresses of the site's documentation that a text contains. */
const siteLinks = (text: string) =>
  [...text.matchAll(/(?<=["`(])\/docs[\w/-]*(?:#\w[\w-]*)?(?=["`)])/g)].map(([link]) => link);
const onReference = new Set(["errors", "limits", ...Object.keys(methods), ...Object.keys(errors)]);

function isOnSite(link: string): boolean {
  const [path = "", anchor] = link.split("#");
  if (path === "/docs/search" || path === "/docs/search/results") return true;
  const page = docsPages.find((one) => docsPath(one) === path);
  if (!page || anchor === undefined) return page !== undefined;
  return page.file ? anchors.get(page.file)?.has(anchor) === true : onReference.has(anchor);
}

test("U11: pages, portal and texts of the API link to pages of the documentation, and headings of them, that exist", () => {
  const sources = globSync(["apps/web/src/**/*.{ts,tsx}", "packages/contract/src/**/*.ts"], { cwd: root });
  const linking = [...pages, ...sources].filter((file) => siteLinks(read(file)).length > 0);
  expect(linking.length).toBeGreaterThan(10);
  for (const file of linking)
    expect(
      siteLinks(read(file)).filter((link) => !isOnSite(link)),
      file,
    ).toEqual([]);
});

test("the list of pages has each file of the documentation once", () => {
  const files = pages.filter((page) => page.startsWith("docs/") && !/^docs\/(?:decisions\/|quality\.md)/.test(page));
  expect(docsPages.flatMap(({ file }) => file ?? []).sort()).toEqual(files.sort());
  for (const { title } of docsPages) expect(title).toMatch(/\w/);
});

test("a template that a page shows is the file of that name in docs/examples", () => {
  const examples = new Map(
    globSync("docs/examples/*.json", { cwd: root }).map((file) => [
      JSON.parse(read(file)).name,
      JSON.parse(read(file)),
    ]),
  );
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/^```json\n(\{\n {2}"name": [\s\S]*?)^```/gm)].map(([, text = ""]) => JSON.parse(text)),
  );
  expect(shown.length).toBeGreaterThan(1);
  for (const template of shown) expect(template).toEqual(examples.get(template.name));
});

test("docs/contract.md names each method", () => {
  const contract = read("docs/contract.md");
  expect(Object.keys(methods).filter((name) => !new RegExp(`\\b${name}\\b`).test(contract))).toEqual([]);
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

test("docs/contract.md says with which errors a task ends, so that they are not taken for refusals of the call", () => {
  const [, ids = ""] =
    /the error envelope with the task's error: ([\d, or]+) with HTTP status 200/.exec(read("docs/contract.md")) ?? [];
  const own = methods.getTaskResult.errors.filter((code) => code !== "ERROR_NO_SUCH_CAPCHA_ID");
  expect(ids.match(/\d+/g)?.map(Number)).toEqual(own.map((code) => errors[code].id).sort((a, b) => a - b));
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
