import { expect, test } from "vitest";
import { newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { listLedger } from "./ledger.ts";

const system = await openTestContext();
const owner = await newCaller(system, { balance: 5_000_000n });
const { accountId } = owner.actor;
const entry = (kind: "hold" | "release" | "refund", available: bigint, day: string) => ({
  accountId,
  kind,
  available,
  held: 0n,
  platform: -available,
  at: new Date(`${day}T12:00:00Z`),
});
await system.db.prisma.ledgerEntry.createMany({
  data: [
    entry("hold", -2_000n, "2026-03-01"),
    entry("release", 2_000n, "2026-03-02"),
    entry("hold", -7_000n, "2026-03-02"),
    entry("refund", 1_000n, "2026-03-03"),
  ],
});
await system.db.prisma.account.update({ where: { id: accountId }, data: { available: { decrement: 6_000n } } });

const listed = async (input: { kind?: "hold"; from?: string; to?: string; limit?: number }) => {
  const { accountId } = owner.actor;
  const { items } = await listLedger({ ctx: newSession(owner), input: { accountId, ...input } });
  return items.map(({ kind, available, balance }) => [kind, available, balance]);
};

test("each entry has the balance after it, also the first one", async () => {
  expect(await listed({})).toEqual([
    ["refund", 1_000, 4_994_000],
    ["hold", -7_000, 4_993_000],
    ["release", 2_000, 5_000_000],
    ["hold", -2_000, 4_998_000],
    ["top_up", 5_000_000, 5_000_000],
  ]);
});

test("a balance counts entries that a filter leaves out", async () => {
  expect(await listed({ kind: "hold" })).toEqual([
    ["hold", -7_000, 4_993_000],
    ["hold", -2_000, 4_998_000],
  ]);
});

test("a range has its first and its last day, and may be open at either end", async () => {
  expect(await listed({ from: "2026-03-02", to: "2026-03-02" })).toEqual([
    ["hold", -7_000, 4_993_000],
    ["release", 2_000, 5_000_000],
  ]);
  expect(await listed({ from: "2026-03-03", to: "2026-03-31" })).toHaveLength(1);
  expect(await listed({ to: "2026-03-01" })).toEqual([["hold", -2_000, 4_998_000]]);
});
