import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./checks.ts";

/** A folder with the rules of this repository only. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatepost-lint-"));
  for (const part of ["biome.json", "lint", ".gitignore"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What `npm run verify` reports for a file. */
function lint(file: string, text: string): string {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const args = ["lint", "--error-on-warnings", file];
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/biome"), args, {
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? "" : stdout + stderr;
}

const verb = (body: string) => `import type { Context } from "../context.ts";

export async function readSomething({ ctx }: { ctx: Context }) {
  return ${body};
}
`;

test.each([
  ["Prisma's raw queries", "ctx.db.prisma.$queryRaw`select 1`"],
  ["Prisma's raw queries of any text", 'ctx.db.prisma.$queryRawUnsafe("select 1")'],
  ["Prisma's raw commands", "ctx.db.prisma.$executeRaw`delete from account`"],
  ["Prisma's raw commands in a transaction", 'ctx.db.transaction((tx) => tx.$executeRawUnsafe("delete from account"))'],
  ["queries on the pool", 'ctx.db.pool.query("select 1")'],
  ["queries on a connection", '(await ctx.db.pool.connect()).query("select 1")'],
])("%s are refused in a verb and in an app, and allowed in a test", (_, body) => {
  const refusal = "SQL is written in a .sql file";
  expect(lint("packages/domain/src/tasks/read-something.ts", verb(body))).toContain(refusal);
  expect(lint("apps/web/src/http/read-something.ts", verb(body))).toContain(refusal);
  expect(lint("packages/domain/src/tasks/read-something.test.ts", verb(body))).toBe("");
});

test.each([
  ["the driver", 'import pg from "pg";\n\nexport const pool = new pg.Pool();\n'],
  ["Prisma's adapter", 'import { PrismaPg } from "@prisma/adapter-pg";\n\nexport const adapter = PrismaPg;\n'],
])("a verb cannot import %s", (_, text) => {
  expect(lint("packages/domain/src/tasks/read-something.ts", text)).toContain("opens no connection of its own");
});

test("a verb cannot write a statement by hand", () => {
  const text = `import type { Statement } from "@gatepost/db/statement";

export const statement: Statement<object, { n: number }> = { name: "n", text: "select 1", params: [], notNull: [] };
`;
  expect(lint("packages/domain/src/tasks/read-something.ts", text)).toContain("Nobody writes a statement by hand");
});

test("what the domain may write is not refused", () => {
  expect(lint("packages/domain/src/tasks/read-something.ts", verb("ctx.db.prisma.task.count()"))).toBe("");
});

const fromTests = "Only tests import tests";

test.each([
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
])("the product cannot import %s, and a test can", (_, text) => {
  expect(lint("packages/domain/src/tasks/read-something.ts", text)).toContain(fromTests);
  expect(lint("apps/worker/src/steps/read-something.ts", text)).toContain(fromTests);
  expect(lint("packages/domain/src/tasks/read-something.test.ts", text)).not.toContain(fromTests);
  expect(lint("apps/worker/src/testing/read-something.ts", text)).not.toContain(fromTests);
});

test("files cannot import each other in a circle, not even their types", () => {
  const one = 'import type { Two } from "./two.ts";\n\nexport interface One {\n  two: Two;\n}\n';
  const two = 'import type { One } from "./one.ts";\n\nexport interface Two {\n  one?: One;\n}\n';
  expect(lint("packages/domain/src/tasks/one.ts", one)).toBe("");
  expect(lint("packages/domain/src/tasks/two.ts", two)).toContain("noImportCycles");
});

test.each([
  ["the database", "@gatepost/db/connect"],
  ["a framework", "react"],
  ["Node.js", "node:fs"],
])("a presenter cannot import %s", (_, module) => {
  const text = `import { made } from "${module}";\n\nexport const presented = made;\n`;
  expect(lint("packages/presenters/src/something.ts", text)).toContain("Presenters are pure functions");
});

test("a presenter imports facts and the contract, and the domain imports no presenter", () => {
  const presenter = `import { errors } from "@gatepost/contract/errors";
import type { AppStats } from "@gatepost/domain/stats/series";
import { csv } from "./csv.ts";

export const presented = (stats: AppStats) => [errors, stats, csv];
`;
  expect(lint("packages/presenters/src/something.ts", presenter)).toBe("");
  const verb = 'import { csv } from "@gatepost/presenters/csv";\n\nexport const made = csv;\n';
  expect(lint("packages/domain/src/tasks/read-something.ts", verb)).toContain("transport belongs in apps");
});
