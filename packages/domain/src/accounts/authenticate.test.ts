import { expect, test } from "vitest";
import { size } from "../platform/test-size.ts";
import { inProcess, newCaller, openTestContext, type TestContext } from "../platform/testing.ts";
import { openAccount } from "./accounts.ts";
import { authenticate } from "./authenticate.ts";
import { hintOf, isKeyShaped, newKey } from "./key.ts";
import { createKey, listKeys, rollKey } from "./keys.ts";

const system = await openTestContext();
const accountId = (await newCaller(system)).actor.accountId;

const address = "192.0.2.7";
const make = (more: object = {}) => createKey({ ctx: system, input: { accountId, name: "test", ...more } });
const ask = (clientKey: unknown) => authenticate({ app: inProcess(system, "web"), clientKey, address });

test("a key names its account, only its hash is stored, and its use is noted", async () => {
  const { keyId, clientKey } = await make({ readOnly: true });
  const keyName = `key ${hintOf(clientKey)} (test)`;
  expect(await ask(clientKey)).toEqual({
    actor: { kind: "key", keyId, accountId, readOnly: true, rights: ["tasks", "stats"], address, keyName },
  });
  const rows = await system.sql`select string_agg(k::text, '') as dump from api_key k`;
  expect(rows[0].dump).not.toContain(clientKey.slice(8, -6));
  const listed = async () => (await listKeys({ ctx: system, input: { accountId } })).items;
  await expect.poll(async () => (await listed()).find((one) => one.keyId === keyId)?.lastUsedAt).toBeInstanceOf(Date);
});

test("keys that a cell creates name it, and older keys stay valid", async () => {
  const cell: TestContext = { ...system, settings: { ...system.settings, cell: "eu1" } };
  const older = await make();
  const created = await createKey({ ctx: cell, input: { accountId, name: "test" } });
  const rolled = await rollKey({ ctx: cell, input: { accountId, keyId: older.keyId, graceSeconds: 60 } });
  const opened = await openAccount({ ctx: cell, input: { email: "cell@example.org", balance: 0n, keyName: "first" } });
  for (const { clientKey } of [created, rolled, opened]) {
    expect(clientKey).toMatch(/^gp_eu1_/);
    await ask(clientKey);
  }
  await ask(older.clientKey);
});

test("an address that is not on the key's list is refused, with the actor beside it", async () => {
  const listed = await make({ addresses: ["192.0.2.0/24"] });
  expect(await ask(listed.clientKey)).not.toHaveProperty("refusal");
  const elsewhere = await make({ addresses: ["198.51.100.1"] });
  expect(await ask(elsewhere.clientKey)).toMatchObject({ refusal: { code: "ERROR_IP_NOT_ALLOWED" } });
});

test("a suspended account is refused before its address is looked at", async () => {
  const { clientKey } = await make({ addresses: ["198.51.100.1"] });
  await system.db.prisma.account.update({ where: { id: accountId }, data: { suspendedAt: new Date() } });
  expect(await ask(clientKey)).toMatchObject({ refusal: { code: "ERROR_ACCOUNT_SUSPENDED" } });
});

const cells = [undefined, "eu1"];
const typosTried = size(50_000, 1_000_000);

test.each(cells)(
  "S5: typos of a key of the cell %s are refused by the checksum, and none reaches the database",
  { timeout: 120_000 },
  async (cell) => {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const app = {
      ...system,
      batch: () => {
        throw new Error("The database was asked.");
      },
    };
    const key = newKey(cell);
    let typos = 0;
    for (let n = 0; typos < typosTried; n++) {
      const place = 3 + (n % (key.length - 3));
      const letter = letters[Math.floor(n / (key.length - 3)) % letters.length] as string;
      // Two letters that changed places, and one that is wrong somewhere else.
      const other = 3 + ((place + 1 + (n % 31)) % (key.length - 3));
      const typed = [...key];
      typed[place] = letter;
      if (n % 2) [typed[place], typed[other]] = [typed[other] as string, typed[place] as string];
      const typo = typed.join("");
      if (typo === key) continue;
      typos++;
      if (isKeyShaped(typo)) throw new Error(`${typo} passes for ${key}.`);
      if (typos % 1_000 === 0)
        await expect(authenticate({ app, clientKey: typo, address })).rejects.toMatchObject({
          code: "ERROR_KEY_DOES_NOT_EXIST",
        });
    }
  },
);
