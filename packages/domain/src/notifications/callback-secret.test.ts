import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newCaller, newSession, newWorker, openTestContext } from "../platform/testing.ts";
import { signingSecrets } from "./claim-deliveries.ts";
import { getCallbackSecret, rollCallbackSecret } from "./webhooks.ts";

const system = await openTestContext();
const worker = await newWorker(system);

const roll = async (caller: KeyContext) =>
  (await rollCallbackSecret({ ctx: newSession(caller), input: { accountId: caller.actor.accountId } })).secret;
const known = ({ actor: { accountId } }: KeyContext) => getCallbackSecret({ ctx: system, input: { accountId } });
const signing = async ({ actor: { accountId } }: KeyContext) =>
  (await signingSecrets(worker, [accountId])).get(accountId);

test("a secret is shown once, encrypted where it is stored, and the one before it signs for another day", async () => {
  const caller = await newCaller(system);
  expect(await known(caller)).toBeNull();
  const first = await roll(caller);
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await known(caller)).toEqual({ createdAt: expect.any(Date), previousUntil: null });
  expect(await signing(caller)).toEqual([first]);

  const second = await roll(caller);
  expect(await signing(caller)).toEqual([second, first]);
  const until = (await known(caller))?.previousUntil?.getTime() ?? 0;
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
  const { accountId } = caller.actor;
  const rows = await system.sql`select s::text from callback_secret s where account_id = ${accountId}`;
  for (const secret of [first, second]) {
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
  }

  await system.sql`update callback_secret set previous_until = now() - interval '1 second' where account_id = ${accountId}`;
  expect(await signing(caller)).toEqual([second]);
  expect(await known(caller)).toMatchObject({ previousUntil: null });
});

test("an account that made none gets one for its first callback, the same for every worker, and sees another", async () => {
  const caller = await newCaller(system);
  const all = await Promise.all(Array.from({ length: 8 }, () => signing(caller)));
  expect(new Set(all.map(String)).size).toBe(1);
  expect(all[0]).toHaveLength(1);
  expect(await known(caller), "nobody was shown it").toBeNull();
  const shown = await roll(caller);
  expect(await signing(caller), "what nobody has seen is not kept").toEqual([shown]);
});

test("a secret that was moved to another account, or damaged, signs nothing", async () => {
  const [own, other] = [await newCaller(system), await newCaller(system)];
  await roll(own);
  await roll(other);
  await system.sql`
    update callback_secret set secret = (select secret from callback_secret where account_id = ${own.actor.accountId}) where account_id = ${other.actor.accountId}`;
  expect(await signing(other)).toEqual([]);
});
