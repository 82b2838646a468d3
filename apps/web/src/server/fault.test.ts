import { expect, test } from "vitest";
import { describeFault } from "./fault.ts";

test("the log gets kind, code and place, and of PostgreSQL's and Prisma's words none, which may quote a caller's values", () => {
  const canary = "canary-349001";
  const database = Object.assign(new Error(`invalid input: "${canary}"`), {
    code: "22P02",
    detail: canary,
    table: "task",
  });
  const prisma = Object.assign(new Error(`Invalid invocation: { data: "${canary}" }`, { cause: database }), {
    name: "PrismaClientValidationError",
  });
  const parsing = new SyntaxError(`Unexpected token in "${canary}"`);
  for (const error of [database, prisma, parsing, canary])
    expect(JSON.stringify(describeFault(error))).not.toContain(canary);
  expect(describeFault(prisma)).toMatchObject({
    name: "PrismaClientValidationError",
    cause: { name: "Error", code: "22P02", table: "task" },
  });
  expect(describeFault(database).stack).toContainEqual(expect.stringContaining("fault.test.ts"));
});

test("our own words are kept", () => {
  expect(describeFault(new TypeError("x is not a function"))).toMatchObject({ message: "x is not a function" });
});
