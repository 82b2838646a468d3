import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "./checks.ts";
import { openFolder } from "./folder.ts";

const verb = (body: string) => `import type { Context } from "../context.ts";

export async function readSomething({ ctx }: { ctx: Context }) {
  return ${body};
}
`;
const importing = (name: string, module: string) =>
  `import { ${name} } from "${module}";\n\nexport const made = ${name};\n`;

const rawSql = "SQL is written in a .sql file";
const ownConnection = "opens no connection of its own";
const onlyTests = "Only tests import tests";
const pure = "Presenters are pure functions";
const ours = [rawSql, ownConnection, "Nobody writes a statement by hand", "transport belongs in apps", onlyTests, pure];

const ofTests = {
  "a file of tests/": importing("newAccount", "../../../../tests/factories.ts"),
  "a type of it": 'import type { Account } from "../../../../tests/factories.ts";\n\nexport type Made = Account;\n',
  "such a file when it runs": 'export const made = () => import("../../../../tests/factories.ts");\n',
  "a test's neighbour": importing("testSettings", "../testing.ts"),
  "another package's": importing("cloneDatabase", "@gatepost/db/testing"),
  "the test runner": importing("test", "vitest"),
};
const rawQueries = [
  "ctx.db.prisma.$queryRaw`select 1`",
  'ctx.db.prisma.$queryRawUnsafe("select 1")',
  "ctx.db.prisma.$executeRaw`delete from account`",
  'ctx.db.transaction((tx) => tx.$executeRawUnsafe("delete from account"))',
  'ctx.db.pool.query("select 1")',
  '(await ctx.db.pool.connect()).query("select 1")',
];
const statement = `import type { Statement } from "@gatepost/db/statement";

export const statement: Statement<object, { n: number }> = { name: "n", text: "select 1", params: [], notNull: [] };
`;

/** What a file does, its folder, its text, and what the linter says of it; undefined: nothing of the rules of `lint`. */
const files: [what: string, folder: string, text: string, says?: string | undefined, kind?: ".test"][] = [
  ...rawQueries.flatMap((query): typeof files => [
    [query, "packages/domain/src/tasks", verb(query), rawSql],
    [query, "apps/web/src/http", verb(query), rawSql],
    [query, "packages/domain/src/tasks", verb(query), undefined, ".test"],
  ]),
  ["opens a pool", "packages/domain/src/tasks", importing("Pool", "pg"), ownConnection],
  ["imports Prisma's adapter", "packages/domain/src/tasks", importing("PrismaPg", "@prisma/adapter-pg"), ownConnection],
  ["writes a statement", "packages/domain/src/tasks", statement, "Nobody writes a statement by hand"],
  [
    "imports a presenter",
    "packages/domain/src/tasks",
    importing("csv", "@gatepost/presenters/csv"),
    "transport belongs in apps",
  ],
  ["asks Prisma's client", "packages/domain/src/tasks", verb("ctx.db.prisma.task.count()")],
  ...Object.entries(ofTests).flatMap(([what, text]): typeof files => [
    [what, "packages/domain/src/tasks", text, onlyTests],
    [what, "apps/worker/src/steps", text, onlyTests],
    [what, "packages/domain/src/tasks", text, undefined, ".test"],
    [what, "apps/worker/src/testing", text],
  ]),
  ["imports the database", "packages/presenters/src", importing("connect", "@gatepost/db/connect"), pure],
  ["imports a framework", "packages/presenters/src", importing("useState", "react"), pure],
  ["imports Node.js", "packages/presenters/src", importing("readFile", "node:fs"), pure],
  ["imports a circle", "packages/domain/src/tasks", importing("other", "./other.ts"), "noImportCycles"],
  ["imports the contract", "packages/presenters/src", importing("errors", "@gatepost/contract/errors")],
  ["imports facts", "packages/presenters/src", importing("statsOf", "@gatepost/domain/stats/series")],
];

/** What the linter reports, by file, of all of them: a run of it takes as long for one. */
const reported = new Map<string, string>();
const fileOf = (n: number) => `${files[n]?.[1]}/read-something-${n}${files[n]?.[4] ?? ""}.ts`;

beforeAll(() => {
  const folder = openFolder();
  for (const part of ["biome.json", "lint", ".gitignore"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [n, [, , text]] of files.entries()) write(fileOf(n), text);
  const circle = fileOf(files.findIndex(([what]) => what === "imports a circle"));
  write("packages/domain/src/tasks/other.ts", `export type { made as other } from "./${circle.split("/").at(-1)}";\n`);
  const args = ["lint", "--error-on-warnings", "--max-diagnostics=none", "--reporter=github", "packages", "apps"];
  const { stdout } = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  for (const line of stdout.split("\n")) {
    const [, path] = /\bfile=([^,]+)/.exec(line) ?? [];
    if (path === undefined) continue;
    const file = relative(folder, path);
    reported.set(file, `${reported.get(file) ?? ""}${line}\n`);
  }
});

test.each(files.map(([what, folder, , says, kind = ""], n) => ({ what, place: `${folder}${kind}`, says, n })))(
  "of what $what in $place the linter says: $says",
  ({ says, n }) => {
    const report = reported.get(fileOf(n)) ?? "";
    if (says) expect(report).toContain(says);
    else for (const one of ours) expect(report).not.toContain(one);
  },
);
