import { expect, test } from "vitest";
import type { Statement } from "../statement.ts";
import { openDatabase } from "../testing.ts";
import { exampleSql } from "./example.sql.ts";

const database = await openDatabase();
const { db } = database;
const { id } = await db.prisma.account.create({ data: { email: "ada@example.org", available: 2n ** 60n } });
await db.prisma.ledgerEntry.create({
  data: { accountId: id, kind: "top_up", available: 2n ** 60n, held: 0n, platform: -(2n ** 60n) },
});
const params = {
  limits: [
    { n: 1, accountId: id, above: 2n ** 60n - 1n, mark: Buffer.from("\\x00 and 'quotes'") },
    { n: 2, accountId: id, above: 2n ** 60n, mark: null },
  ],
  label: null,
  until: new Date(Date.now() + 60_000),
};

test("a statement reads int8 as bigint and ids as numbers, and takes rows with bigints, bytes and nulls", async () => {
  const rows = await db.run(exampleSql, params);
  const [account] = await db.prisma.account.findMany();
  expect(rows).toEqual([
    {
      n: 1,
      accountId: account?.id,
      available: 2n ** 60n,
      suspendedAt: null,
      entryId: 1,
      kind: "top_up",
      note: null,
      mark: Buffer.from("\\x00 and 'quotes'"),
      label: null,
      place: "above",
    },
    expect.objectContaining({ n: 2, mark: null, place: "within" }),
  ]);
});

test("a statement gives the same rows in a transaction of Prisma's, and sees what the transaction wrote", async () => {
  const alone = await db.run(exampleSql, params);
  await db.transaction(async (tx) => {
    const rows = await tx.run(exampleSql, params);
    expect(rows.map(({ mark, ...row }) => ({ ...row, mark: mark && Buffer.from(mark) }))).toEqual(alone);
    await tx.account.updateMany({ data: { available: 1n } });
    expect((await tx.run(exampleSql, params)).map(({ place }) => place)).toEqual(["within", "within"]);
    await tx.account.updateMany({ data: { available: 2n ** 60n } });
  });
});

test("a transaction that throws leaves nothing behind", async () => {
  const failing = db.transaction(async (tx) => {
    await tx.account.create({ data: { email: "bob@example.org" } });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.prisma.account.count()).toBe(1);
});

type Declaring = Statement<Record<never, never>, { value: string }>;

function declaring(declared: Partial<Declaring>, text: string) {
  const statement: Declaring = { name: text, params: [], notNull: [], ...declared, text: `${text} as value` };
  return db.run(statement);
}

test("a test finds a column that is null, a value that is not declared, and an id that a number does not hold", async () => {
  await expect(declaring({ notNull: ["value"] }, "select null")).rejects.toThrow("value is null");

  const oneOf = { value: ["above", "within"] };
  await expect(declaring({ oneOf }, "select 'below'")).rejects.toThrow("value is below");
  await expect(declaring({ oneOf }, "select 'above'")).resolves.toEqual([{ value: "above" }]);

  await expect(declaring({ ids: ["value"] }, "select 9007199254740993")).rejects.toThrow("beyond 2^53");
});

/** Never run: each mistake is one that `tsc` must find, or it says that the directive above it is unused. */
export async function mistakes() {
  // @ts-expect-error: a parameter of the wrong type
  await db.run(exampleSql, { ...params, until: "2026-01-01" });
  // @ts-expect-error: a missing parameter
  await db.run(exampleSql, { limits: params.limits, until: params.until });
  // @ts-expect-error: a misspelt parameter
  await db.run(exampleSql, { ...params, untill: params.until });
  // @ts-expect-error: a missing key of an input row
  await db.run(exampleSql, { ...params, limits: [{ n: 1, accountId: 1, above: 1n }] });
  const misspelt = { n: 1, acountId: 1, above: 1n, mark: null };
  // @ts-expect-error: a misspelt key of an input row
  await db.run(exampleSql, { ...params, limits: [misspelt] });
  for (const row of await db.run(exampleSql, params)) {
    // @ts-expect-error: a misspelt column of a row, as after a misspelt alias in the statement
    row.acountId;
    // @ts-expect-error: a bigint read as a number
    const available: number = row.available;
    // @ts-expect-error: a column that can be null by the table
    row.suspendedAt.getTime();
    // @ts-expect-error: a column that can be null by a left join
    const entryId: number = row.entryId;
    // @ts-expect-error: a value that the column does not have
    row.place === "below";
    // @ts-expect-error: a label that the enum does not have
    row.kind === "topup";
    return [available, entryId];
  }
}
