import { expect, test } from "vitest";
import type { PersonContext } from "../platform/context.ts";
import { behind, newPerson, openTestContext } from "../platform/testing.ts";
import {
  addEmailAddress,
  confirmEmailAddress,
  findUnconfirmedAddress,
  listEmailAddresses,
  removeEmailAddress,
} from "./email-addresses.ts";

const system = await openTestContext();

/** Somebody who is signed in, with an account of their own. */
const list = (ctx: PersonContext) => listEmailAddresses({ ctx, input: { accountId: ctx.actor.accountId } });

const add = async (ctx: PersonContext, email: string) => {
  const asked = await addEmailAddress({ ctx, input: { email } });
  if (!asked) throw new Error(`${email} is confirmed already.`);
  return asked;
};

test("an address is confirmed by the token that was sent to it, once, and only its hash is stored", async () => {
  const ctx = await newPerson(system);
  const { email, token, askedBy } = await add(ctx, " Grace@Example.com ");
  expect([email, askedBy]).toEqual(["grace@example.com", ctx.email]);
  expect(await list(ctx)).toMatchObject([{ email, state: "unconfirmed", everyWait: false }]);
  const rows = await system.sql`select a::text from email_address a`;
  expect(JSON.stringify(rows)).not.toContain(token);

  expect(await findUnconfirmedAddress(ctx, token)).toEqual({ email, account: ctx.email });
  expect(await list(ctx), "reading it confirms nothing").toMatchObject([{ state: "unconfirmed" }]);
  expect(await confirmEmailAddress(ctx, token)).toBe(true);
  expect(await list(ctx)).toMatchObject([{ email, state: "confirmed" }]);
  expect(await confirmEmailAddress(ctx, token)).toBe(false);
  expect(await findUnconfirmedAddress(ctx, token)).toBeNull();
  expect(await addEmailAddress({ ctx, input: { email } }), "there is nothing left to confirm").toBeNull();
});

test("an address that is asked again while others take its place is one too many", async () => {
  const ctx = await newPerson(system);
  const { accountId } = ctx.actor;
  await add(ctx, "late@example.com");
  const replacing = `
    select from account where id = ${accountId} for update;
    delete from email_address where account_id = ${accountId};
    insert into email_address (account_id, email)
      select ${accountId}, n || '@example.com' from generate_series(1, ${ctx.settings.accountLimits.emailAddresses}) n`;
  await expect(behind(system, replacing, 1, () => add(ctx, "late@example.com"))).rejects.toThrow(
    "The limit is reached",
  );
});

test("a token that is guessed, expired, replaced or another account's confirms nothing, and an address gets at most three a day", async () => {
  const ctx = await newPerson(system);
  const first = await add(ctx, "grace@example.net");
  const second = await add(ctx, "grace@example.net");
  for (const token of [first.token, "A".repeat(32), "", "x", undefined, { gt: "" }]) {
    expect(await findUnconfirmedAddress(ctx, token)).toBeNull();
    expect(await confirmEmailAddress(ctx, token)).toBe(false);
  }
  await system.sql`
    update email_address set token_expires_at = now() - interval '1 second' where email = 'grace@example.net'`;
  expect(await confirmEmailAddress(ctx, second.token)).toBe(false);
  expect(await list(ctx)).toMatchObject([{ state: "unconfirmed" }]);

  const [own, other] = [await newPerson(system), await newPerson(system)];
  const { token } = await add(own, "ada@example.org");
  await add(other, "ada@example.org");
  const [address] = await list(own);
  if (!address) throw new Error("There is no address.");
  await confirmEmailAddress(other, token);
  expect(await list(own)).toMatchObject([{ state: "confirmed" }]);
  expect(await list(other)).toMatchObject([{ state: "unconfirmed" }]);
  await removeEmailAddress({ ctx: own, input: address });
  expect(await list(own)).toEqual([]);
  expect(await confirmEmailAddress(own, token)).toBe(false);

  const [a, b] = [await newPerson(system), await newPerson(system)];
  const email = "often@example.org";
  for (const ctx of [a, b, a]) await add(ctx, email);
  for (const ctx of [a, b]) await expect(add(ctx, email)).rejects.toMatchObject({ code: "ERROR_TOO_MANY_REQUESTS" });
});
