import type { KeyRight } from "@gatepost/contract/rights";
import { expect, test } from "vitest";
import { inProcess, newCaller, openTestContext } from "../platform/testing.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { openAccount } from "./accounts.ts";
import { authenticate, keyCache } from "./authenticate.ts";
import { hashKey } from "./key.ts";
import { type CreateKeyInput, createKey, listKeys, rollKey } from "./keys.ts";

const system = await openTestContext();
const accountId = (await newCaller(system)).actor.accountId;

const address = "192.0.2.7";
const make = (more: Partial<CreateKeyInput> = {}) =>
  createKey({ ctx: system, input: { accountId, name: "test", ...more } });

async function rightsOf(clientKey: string) {
  const app = inProcess(system, "web");
  const { actor } = await authenticate({ app, clientKey, address });
  const cached = app.cache(keyCache).get(hashKey(clientKey).toString("base64"), address);
  expect(cached?.rights).toEqual(actor.rights);
  return actor.rights;
}

test("a key has the rights tasks and stats by default; an account's first key has all", async () => {
  expect(await rightsOf((await make()).clientKey)).toEqual(["tasks", "stats"]);
  expect(await rightsOf((await make({ rights: ["templates", "templates"] })).clientKey)).toEqual(["templates"]);
  const input = { email: "first@example.org", balance: 0n, keyName: "first key" };
  const { clientKey } = await openAccount({ ctx: system, input });
  expect(await rightsOf(clientKey)).toEqual(["tasks", "templates", "stats"]);
});

test("a rolled key has the rights of the old one, and the list shows them", async () => {
  const { keyId } = await make({ rights: ["stats"] });
  const rolled = await rollKey({ ctx: system, input: { accountId, keyId, graceSeconds: 0 } });
  expect(await rightsOf(rolled.clientKey)).toEqual(["stats"]);
  const { items } = await listKeys({ ctx: system, input: { accountId } });
  expect(items.find((key) => key.keyId === rolled.keyId)?.rights).toEqual(["stats"]);
});

test("a key that existed before there were rights has tasks and stats", async () => {
  const { keyId, clientKey } = await make({ rights: ["templates"] });
  await system.sql`update api_key set rights = default where id = ${keyId}`;
  expect(await rightsOf(clientKey)).toEqual(["tasks", "stats"]);
});

test.each<[rights: string[], readOnly: boolean, problem: RegExp]>([
  [[], false, /one or more of tasks, templates, stats/],
  [["tasks", "admin"], false, /one or more of tasks, templates, stats/],
  [["__proto__"], false, /one or more of/],
  [["tasks", "templates"], true, /^A read-only key cannot have the right templates/],
])("%j with readOnly %j is refused", async (rights, readOnly, problem) => {
  await expect(make({ rights: rights as KeyRight[], readOnly })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(problem),
  });
});

test("the list shows how many template versions a key has saved", async () => {
  const { keyId, clientKey } = await make({ rights: ["templates"] });
  const app = inProcess(system, "web");
  const ctx = { ...app, ...(await authenticate({ app, clientKey, address })) };
  const save = (selector: string) =>
    saveOwnTemplate({
      ctx,
      input: { template: { name: "A", steps: [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: selector } }] } },
    });
  for (const selector of ["#a", "#b", "#b"]) await save(selector);
  const { items } = await listKeys({ ctx: system, input: { accountId } });
  expect(items.find((key) => key.keyId === keyId)).toMatchObject({ savedVersions: 2, lastSavedAt: expect.any(Date) });
  expect(items.find((key) => key.keyId !== keyId)).toMatchObject({ savedVersions: 0, lastSavedAt: null });
});
