import type { KeyRight } from "@gatepost/contract/rights";
import { expect, test } from "vitest";
import { size } from "../platform/test-size.ts";
import { inProcess, newCaller, openTestContext, type TestContext } from "../platform/testing.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { openAccount } from "./accounts.ts";
import { authenticate, keyCache } from "./authenticate.ts";
import { hashKey, hintOf, isKeyShaped, newKey } from "./key.ts";
import { type CreateKeyInput, createKey, listKeys, rollKey } from "./keys.ts";

const system = await openTestContext();
const app = inProcess(system, "web");
const accountId = (await newCaller(system)).actor.accountId;

const address = "192.0.2.7";
const make = (more: Partial<CreateKeyInput> = {}) =>
  createKey({ ctx: system, input: { accountId, name: "test", ...more } });
const ask = (clientKey: unknown) => authenticate({ app, clientKey, address });
const listed = async (keyId: number) =>
  (await listKeys({ ctx: system, input: { accountId } })).items.find((one) => one.keyId === keyId);

test("a key names its account, only its hash is stored, and its use is noted", async () => {
  const { keyId, clientKey } = await make({ readOnly: true });
  const keyName = `key ${hintOf(clientKey)} (test)`;
  expect(await ask(clientKey)).toEqual({
    actor: { kind: "key", keyId, accountId, readOnly: true, rights: ["tasks", "stats"], address, keyName },
  });
  const rows = await system.sql`select string_agg(k::text, '') as dump from api_key k`;
  expect(rows[0].dump).not.toContain(clientKey.slice(8, -6));
  await expect.poll(async () => (await listed(keyId))?.lastUsedAt).toBeInstanceOf(Date);
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

test("an address that is not on the key's list is refused, with the actor beside it, and before that a suspended account", async () => {
  const inside = await make({ addresses: ["192.0.2.0/24"] });
  expect(await ask(inside.clientKey)).not.toHaveProperty("refusal");
  const elsewhere = await make({ addresses: ["198.51.100.1"] });
  expect(await ask(elsewhere.clientKey)).toMatchObject({ refusal: { code: "ERROR_IP_NOT_ALLOWED" } });
  const suspended = (await newCaller(system)).actor.accountId;
  const { clientKey } = await make({ accountId: suspended, addresses: ["198.51.100.1"] });
  await system.db.prisma.account.update({ where: { id: suspended }, data: { suspendedAt: new Date() } });
  expect(await ask(clientKey)).toMatchObject({ refusal: { code: "ERROR_ACCOUNT_SUSPENDED" } });
});

async function rightsOf(clientKey: string) {
  const { actor } = await ask(clientKey);
  const cached = app.cache(keyCache).get(hashKey(clientKey).toString("base64"), address);
  expect(cached?.rights).toEqual(actor.rights);
  return actor.rights;
}

test("a key has the rights tasks and stats by default; an account's first key has all, and a rolled one those of the old one", async () => {
  expect(await rightsOf((await make()).clientKey)).toEqual(["tasks", "stats"]);
  expect(await rightsOf((await make({ rights: ["templates", "templates"] })).clientKey)).toEqual(["templates"]);
  const input = { email: "first@example.org", balance: 0n, keyName: "first key" };
  const first = await openAccount({ ctx: system, input });
  expect(await rightsOf(first.clientKey)).toEqual(["tasks", "templates", "stats"]);

  const { keyId } = await make({ rights: ["stats"] });
  const rolled = await rollKey({ ctx: system, input: { accountId, keyId, graceSeconds: 0 } });
  expect(await rightsOf(rolled.clientKey)).toEqual(["stats"]);
  expect((await listed(rolled.keyId))?.rights).toEqual(["stats"]);

  const earlier = await make({ rights: ["templates"] });
  await system.sql`update api_key set rights = default where id = ${earlier.keyId}`;
  expect(await rightsOf(earlier.clientKey), "made before there were rights").toEqual(["tasks", "stats"]);
});

test.each<[rights: string[], readOnly: boolean, problem: RegExp]>([
  [[], false, /one or more of tasks, templates, stats/],
  [["tasks", "admin"], false, /one or more of tasks, templates, stats/],
  [["__proto__"], false, /one or more of/],
  [["tasks", "templates"], true, /^A read-only key cannot have the right templates/],
])("the rights %j with readOnly %j are refused", async (rights, readOnly, problem) => {
  await expect(make({ rights: rights as KeyRight[], readOnly })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(problem),
  });
});

test("the list shows how many template versions a key has saved", async () => {
  const [{ keyId, clientKey }, other] = [await make({ rights: ["templates"] }), await make()];
  const ctx = { ...app, ...(await ask(clientKey)) };
  for (const selector of ["#a", "#b", "#b"]) {
    const steps = [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: selector } }];
    await saveOwnTemplate({ ctx, input: { template: { name: "A", steps } } });
  }
  expect(await listed(keyId)).toMatchObject({ savedVersions: 2, lastSavedAt: expect.any(Date) });
  expect(await listed(other.keyId)).toMatchObject({ savedVersions: 0, lastSavedAt: null });
});

const typosTried = size(50_000, 1_000_000);

test.each([undefined, "eu1"])(
  "S5: typos of a key of the cell %s are refused by the checksum, and none reaches the database",
  { timeout: 120_000 },
  async (cell) => {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const batch = () => expect.unreachable("The database was asked.");
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
        await expect(authenticate({ app: { ...system, batch }, clientKey: typo, address })).rejects.toMatchObject({
          code: "ERROR_KEY_DOES_NOT_EXIST",
        });
    }
  },
);
