import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "./checks.ts";
import { openFolder } from "./folder.ts";

/** With the rules of this repository only. */
const folder = openFolder();
/** Files that are linted together, because a run of the linter takes as long for one. */
const files = new Map<string, string>();
/** What the linter reports, by file. */
const reported = new Map<string, string>();

beforeAll(() => {
  for (const part of ["biome.json", "lint", ".gitignore"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const [file, text] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const args = ["lint", "--error-on-warnings", "--max-diagnostics=none", "--reporter=github", "packages", "apps"];
  const { stdout } = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  for (const line of stdout.split("\n")) {
    const [, path] = /\bfile=([^,]+)/.exec(line) ?? [];
    if (path === undefined) continue;
    const file = relative(folder, path);
    reported.set(file, `${reported.get(file) ?? ""}${line}\n`);
  }
});

let count = 0;

/** A file of that folder with this text, and of that kind: `.test` for a test. */
function fileIn(folder: string, text: string, kind = ""): () => string {
  count += 1;
  const file = `${folder}/read-something-${count}${kind}.ts`;
  files.set(file, text);
  return () => reported.get(file) ?? "";
}

const domain = "packages/domain/src/tasks";
const verb = (body: string) => `import type { Context } from "../context.ts";

export async function readSomething({ ctx }: { ctx: Context }) {
  return ${body};
}
`;

for (const [what, body] of [
  ["Prisma's raw queries", "ctx.db.prisma.$queryRaw`select 1`"],
  ["Prisma's raw queries of any text", 'ctx.db.prisma.$queryRawUnsafe("select 1")'],
  ["Prisma's raw commands", "ctx.db.prisma.$executeRaw`delete from account`"],
  ["Prisma's raw commands in a transaction", 'ctx.db.transaction((tx) => tx.$executeRawUnsafe("delete from account"))'],
  ["queries on the pool", 'ctx.db.pool.query("select 1")'],
  ["queries on a connection", '(await ctx.db.pool.connect()).query("select 1")'],
] as const) {
  const refused = [fileIn(domain, verb(body)), fileIn("apps/web/src/http", verb(body))];
  const allowed = fileIn(domain, verb(body), ".test");
  test(`${what} are refused in a verb and in an app, and allowed in a test`, () => {
    for (const report of refused) expect(report()).toContain("SQL is written in a .sql file");
    expect(allowed()).toBe("");
  });
}

for (const [what, text, refusal] of [
  [
    "import the driver",
    'import pg from "pg";\n\nexport const pool = new pg.Pool();\n',
    "opens no connection of its own",
  ],
  [
    "import Prisma's adapter",
    'import { PrismaPg } from "@prisma/adapter-pg";\n\nexport const adapter = PrismaPg;\n',
    "opens no connection of its own",
  ],
  [
    "write a statement by hand",
    `import type { Statement } from "@gatepost/db/statement";

export const statement: Statement<object, { n: number }> = { name: "n", text: "select 1", params: [], notNull: [] };
`,
    "Nobody writes a statement by hand",
  ],
  [
    "import a presenter",
    'import { csv } from "@gatepost/presenters/csv";\n\nexport const made = csv;\n',
    "transport belongs in apps",
  ],
] as const) {
  const report = fileIn(domain, text);
  test(`a verb cannot ${what}`, () => expect(report()).toContain(refusal));
}

const ordinary = fileIn(domain, verb("ctx.db.prisma.task.count()"));
test("what the domain may write is not refused", () => expect(ordinary()).toBe(""));

for (const [what, text] of [
  [
    "a file of tests/",
    'import { newAccount } from "../../../../tests/factories.ts";\n\nexport const made = newAccount;\n',
  ],
  ["a type of it", 'import type { Account } from "../../../../tests/factories.ts";\n\nexport type Made = Account;\n'],
  ["such a file when it runs", 'export const made = () => import("../../../../tests/factories.ts");\n'],
  ["a test's neighbour", 'import { testSettings } from "../testing.ts";\n\nexport const made = testSettings;\n'],
  [
    "another package's",
    'import { cloneDatabase } from "@gatepost/db/testing";\n\nexport const made = cloneDatabase;\n',
  ],
  ["the test runner", 'import { test } from "vitest";\n\nexport const made = test;\n'],
] as const) {
  const product = [fileIn(domain, text), fileIn("apps/worker/src/steps", text)];
  const tests = [fileIn(domain, text, ".test"), fileIn("apps/worker/src/testing", text)];
  test(`the product cannot import ${what}, and a test can`, () => {
    for (const report of product) expect(report()).toContain("Only tests import tests");
    for (const report of tests) expect(report()).not.toContain("Only tests import tests");
  });
}

files.set(`${domain}/one.ts`, 'import type { Two } from "./two.ts";\n\nexport interface One {\n  two: Two;\n}\n');
files.set(`${domain}/two.ts`, 'import type { One } from "./one.ts";\n\nexport interface Two {\n  one?: One;\n}\n');
test("files cannot import each other in a circle, not even their types", () => {
  expect(reported.get(`${domain}/two.ts`)).toContain("noImportCycles");
});

for (const [what, module] of [
  ["the database", "@gatepost/db/connect"],
  ["a framework", "react"],
  ["Node.js", "node:fs"],
] as const) {
  const text = `import { made } from "${module}";\n\nexport const presented = made;\n`;
  const report = fileIn("packages/presenters/src", text);
  test(`a presenter cannot import ${what}`, () => expect(report()).toContain("Presenters are pure functions"));
}

const presenter = fileIn(
  "packages/presenters/src",
  `import { errors } from "@gatepost/contract/errors";
import type { AppStats } from "@gatepost/domain/stats/series";
import { csv } from "./csv.ts";

export const presented = (stats: AppStats) => [errors, stats, csv];
`,
);
test("a presenter imports facts and the contract", () => expect(presenter()).toBe(""));
