import { expect, test } from "vitest";
import { splitScript } from "./database/split-script.ts";

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
});

test("a script of comments has no statements", () => {
  expect(splitScript("-- nothing;\n/* at; all */\n;\n")).toEqual([]);
});
