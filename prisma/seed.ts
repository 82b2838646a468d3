import { createHmac } from "node:crypto";
import { keyRightNames } from "@gatepost/contract/rights";
import type { Tx } from "@gatepost/db/connect";
import { createAccount } from "@gatepost/domain/accounts/accounts";
import { hashKey, keyFrom } from "@gatepost/domain/accounts/key";
import { createKey } from "@gatepost/domain/accounts/keys";
import type { Context } from "@gatepost/domain/platform/context";
import { type DemoHistory, demoHistory } from "./demo-history.ts";
import { insertDemoCountsSql } from "./insert-demo-counts.sql.ts";
import { insertDemoEntriesSql } from "./insert-demo-entries.sql.ts";
import { insertDemoUsersSql } from "./insert-demo-users.sql.ts";
import { lockDemoAccountSql } from "./lock-demo-account.sql.ts";
import { takeDemoTaskIdsSql } from "./take-demo-task-ids.sql.ts";

interface SeedDemoInput {
  /** Of the system. */
  ctx: Context;
  /** The installation's secret: the demo's key is derived from it. */
  secret: string;
  /** Where the site listens, as in `http://127.0.0.1:3000`. */
  origin: string;
}

const email = "demo@gatepost.local";
const firstBalance = 25_000_000n;

/**
 * Makes what the demo lacks: an account with $25.00 and a key, and its application with weeks of made-up history, which
 * is all there or not at all. A second call changes nothing but the application's links if the site listens elsewhere, and
 * returns the same key without having stored it. `created`: the application was missing. `replacedLinks`: those that were replaced,
 * because the site listens elsewhere now; null if none were.
 */
export async function seedDemo({ ctx, secret, origin }: SeedDemoInput) {
  const accountId = await demoAccount(ctx);
  const clientKey = keyFrom(createHmac("sha256", secret).update("gatepost demo key").digest(), ctx.settings.cell);
  const existing = await ctx.db.prisma.apiKey.findUnique({
    where: { hash: new Uint8Array(hashKey(clientKey)) },
    select: { id: true },
  });
  if (!existing) await createKey({ ctx, input: { accountId, name: "demo", key: clientKey, rights: keyRightNames } });
  return { clientKey, accountId, ...(await demoApplication(ctx, accountId, origin)) };
}

async function demoAccount(ctx: Context): Promise<number> {
  const existing = await ctx.db.prisma.account.findUnique({ where: { email }, select: { id: true } });
  if (existing) return existing.id;
  const { accountId } = await createAccount({ ctx, input: { email, balance: firstBalance } });
  return accountId;
}

const demoDescription = `Made up, with its history: it shows what an **owner** sees of an application.

## What it does

- Signs in to a site and waits for the *one-time code*.
- Downloads the export, and keeps it in the result's \`files\`.`;

/** Written here and not by verbs, since it happened in the past: the application with all its history in one commit. */
async function demoApplication({ db }: Context, accountId: number, origin: string) {
  const links = { homepage: origin, downloadUrl: `${origin}/openapi.json` };
  return db.transaction(
    async (tx) => {
      const [{ today } = { today: new Date() }] = await tx.run(lockDemoAccountSql, { accountId });
      const existing = await tx.application.findFirst({ where: { accountId, demo: true } });
      if (existing) {
        const { id: softId, homepage, downloadUrl } = existing;
        if (downloadUrl === links.downloadUrl) return { softId, created: false, replacedLinks: null };
        await tx.application.update({ where: { id: softId }, data: links });
        return { softId, created: false, replacedLinks: { homepage, downloadUrl } };
      }
      const { id, commission } = await tx.application.create({
        data: {
          accountId,
          name: "Demo Exporter",
          description: demoDescription,
          version: "2.4.1",
          links: [{ label: "How it calls Gatepost", url: `${origin}/docs` }],
          ...links,
          demo: true,
        },
        select: { id: true, commission: true },
      });
      await writeHistory(tx, { applicationId: id, accountId, history: demoHistory({ today, commission }) });
      return { softId: id, created: true, replacedLinks: null };
    },
    { timeout: 60_000 },
  );
}

async function writeHistory(
  tx: Tx,
  { applicationId, accountId, history }: { applicationId: number; accountId: number; history: DemoHistory },
): Promise<void> {
  const { begin, ledger, counts, active } = history;
  await tx.application.update({ where: { id: applicationId }, data: { createdAt: begin } });
  const made = await tx.account.createManyAndReturn({
    data: history.users.map((user, index) => ({
      email: `person-${index + 1}@demo-${applicationId}.gatepost.local`,
      bid: BigInt(user.bid),
      available: BigInt(user.available),
      createdAt: begin,
    })),
    select: { id: true },
  });
  const idOf = (of: number | "owner") => (of === "owner" ? accountId : (made[of]?.id ?? 0));
  const taskIds = await takeTaskIds(tx, history.tasks);
  const entries = ledger.map(({ of, task, ...entry }) => ({
    ...entry,
    accountId: idOf(of),
    taskId: task === null ? null : (taskIds[task] ?? null),
    applicationId: task === null ? null : applicationId,
  }));
  await tx.run(insertDemoEntriesSql, { entries });
  const commissions = ledger.filter(({ of }) => of === "owner").reduce((sum, { available }) => sum + available, 0);
  await tx.account.update({ where: { id: accountId }, data: { available: { increment: commissions } } });
  await tx.run(insertDemoCountsSql, { applicationId, counts });
  const users = active.map(({ user, bucket }) => ({ accountId: idOf(user), bucket }));
  await tx.run(insertDemoUsersSql, { applicationId, users });
}

async function takeTaskIds(tx: Tx, count: number): Promise<number[]> {
  const ids = await tx.run(takeDemoTaskIdsSql, { blocks: Math.ceil(count / 1_000) });
  return ids.slice(0, count).map(({ id }) => id);
}
