import { expect, test } from "vitest";
import { sentence } from "./sentence.ts";

const full = "The disk of PostgreSQL is full: free space on it.";
const pg = Object.assign(new Error('could not extend file "base/16384/17525"'), { name: "error", code: "53100" });
const prisma = Object.assign(new Error("Invalid `prisma.$queryRawUnsafe()` invocation:"), {
  name: "PrismaClientKnownRequestError",
  code: "P2010",
  meta: { driverAdapterError: { cause: { originalCode: "53100" } } },
});

test.each([
  ["pg", pg, full],
  ["Prisma", prisma, full],
  ["a lost connection", new Error("Connection terminated unexpectedly"), "The connection to PostgreSQL was lost."],
  [
    "our own sentence",
    new Error("The database x cannot be reached.", { cause: pg }),
    "The database x cannot be reached.",
  ],
])("an unusable database is said in a sentence: %s", (_, error, says) => {
  expect(sentence(error)).toBe(says);
});
