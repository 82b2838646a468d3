import { openDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { refusedStatements } from "./database/refused-statements.ts";
import { tryStatements } from "./database/try-statements.ts";

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
