import { openDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { refusedStatements, splitScript, tryStatements } from "./database/try-statements.ts";

const database = await openDatabase();

test("PostgreSQL refuses none of the statements", async () => {
  const { statements, optional, refusals } = await tryStatements(database.adminUrl);
  expect({ optional, refusals }).toEqual({ optional: [], refusals: [] });
  expect(statements).toBeGreaterThan(300);
});

test("a statement that a server refuses is reported with its code, and the others are tried", async () => {
  const statements = [
    "create table d (id int)",
    "create table e (id int) distributed by (id)",
    "prepare f as select * from d",
  ];
  const refused = await refusedStatements(
    database.url,
    statements.map((text, n) => ({ place: `distributed.sql:${n + 1}`, text })),
  );
  expect(refused).toMatchObject([
    { place: "distributed.sql:2", code: "42601", message: 'syntax error at or near "distributed"' },
  ]);
});

test("a script is split at the semicolons that end a statement", () => {
  const script = `-- First; not yet.
create table "a;b" (id int);

/* Then; */ insert into "a;b"
  values (';'';');
do $body$ begin perform 1; end $body$;
create function one() returns int begin atomic
  select 1;
end;
select 1 -- the last; without one
`;
  expect(splitScript(script)).toEqual([
    { line: 2, text: 'create table "a;b" (id int)' },
    { line: 4, text: `insert into "a;b"\n  values (';'';')` },
    { line: 6, text: "do $body$ begin perform 1; end $body$" },
    { line: 7, text: "create function one() returns int begin atomic\n  select 1;\nend" },
    { line: 10, text: "select 1 -- the last; without one" },
  ]);
  expect(splitScript("-- nothing;\n/* at; all */\n;\n")).toEqual([]);
});
