import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { openDatabase } from "../testing.ts";
import { generate, staleModules } from "./generate.ts";

const database = await openDatabase();
const folder = openFolder();

/** What the tool makes of one statement, or says about it. */
async function made(text: string, file = "asked.sql"): Promise<string> {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const { modules, problems } = await generate(database.url, folder);
  rmSync(join(folder, file));
  return modules.get(`${file}.ts`) ?? problems.join("\n");
}

test.each([
  ["a misspelt column", "select a.emial from account a", "line 1: column a.emial does not exist"],
  ["a misspelt table", "-- why\n\nselect 1 as n\n  from acount", 'line 4: relation "acount" does not exist'],
  ["a column without a name", "select count(*)::int + 1 from account", "the column ?column? has no name"],
  ["two columns of one name", "select id, id from account", "two columns have the name id"],
  ["a type that drivers read differently", "select sum(available) as sum from account", "has type numeric: cast it"],
  ["a parameter of no type", "select 1 as n where :what is null", "could not determine data type of parameter $1"],
  ["values of a column that is no text", `select id as "id!: one | two" from account`, "has values, but is no text"],
])("the tool refuses %s", async (_, text, said) => {
  expect(await made(text)).toContain(said);
});

test.each([
  [
    "a column as the table says it",
    "select email, suspended_at as since from account",
    ["email: string;", "since: Date | null;"],
  ],
  ["an expression as what can be null", "select count(*)::int as n from account", ["n: number | null;"]],
  [
    "what the statement declares",
    `select count(*)::int as "n!", max(id) as "id?" from account`,
    ["n: number;", "id: number | null;"],
  ],
  [
    "a column behind an outer join as what can be null",
    "select a.id, k.id as key from account a left join api_key k on k.account_id = a.id",
    ["id: number | null;", "key: number | null;"],
  ],
  ["int8 as bigint, and ids as numbers", "select id, platform from ledger_entry", ["id: number;", "platform: bigint;"]],
  [
    "a column through a common table expression",
    "with a as (update account set bid = 1 returning id, email) select * from a",
    ["id: number;", "email: string;"],
  ],
  [
    "enums and arrays",
    `select kind, addresses as "addresses!" from ledger_entry, api_key`,
    ['kind: "top_up" | "hold"', "addresses: string[];"],
  ],
  [
    "a parameter wherever it stands",
    "select id from account where id = :id and (:name?::text is null or email = :name)",
    ["id: number;", "name: string | null;"],
  ],
])("the tool types %s", async (_, text, types) => {
  const module = await made(text);
  for (const type of types) expect(module).toContain(`  ${type}`);
});

test("what looks like a parameter in a string, a comment, a cast or a name is none; a name can only have one text", async () => {
  expect(await made(`select ':a' as b, 1::int8 as n -- :c\n /* :d */ from account where email = ':''e'`)).toContain(
    "params: [],",
  );

  writeFileSync(join(folder, "a.sql"), "select 1 as n");
  expect(await made("select 2 as n", "b/a.sql")).toContain("another folder has a statement of this name");
  rmSync(join(folder, "a.sql"));
});

test("a module that is missing, changed by hand, or left over is stale, and a current one is not", async () => {
  writeFileSync(join(folder, "current.sql"), "select id from account");
  writeFileSync(join(folder, "changed.sql"), "select email from account");
  writeFileSync(join(folder, "missing.sql"), "select bid from account");
  const first = await generate(database.url, folder);
  expect(staleModules(folder, first.modules)).toEqual(["changed.sql.ts", "current.sql.ts", "missing.sql.ts"]);
  for (const [file, module] of first.modules)
    if (file !== "missing.sql.ts") writeFileSync(join(folder, file), `${module}`);
  writeFileSync(join(folder, "changed.sql.ts"), "export const changedSql = {};");
  writeFileSync(join(folder, "left.sql.ts"), "export const leftSql = {};");
  const { modules } = await generate(database.url, folder);
  expect(staleModules(folder, modules)).toEqual(["changed.sql.ts", "missing.sql.ts", "left.sql.ts"]);
});
