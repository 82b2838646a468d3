import { expect, test } from "vitest";
import { outageAdvice } from "./outages.ts";

test.each([
  ["25006", "The server accepts no writes"],
  ["42P01", "gatepost migrate"],
  ["53100", "The disk of PostgreSQL is full"],
  ["53400", "PostgreSQL lacks a resource"],
  ["08006", "The connection to PostgreSQL was lost."],
  ["connection lost", "The connection to PostgreSQL was lost."],
  ["silent", "The database does not answer."],
  ["ECONNREFUSED", "PostgreSQL cannot be reached"],
])("the advice for %s names the cause", (outage, advice) => {
  expect(outageAdvice(outage)).toContain(advice);
});
