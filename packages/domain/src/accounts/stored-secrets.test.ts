import { limits } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { beforeEach, expect, test, vi } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newCaller, newWorker, openTestContext } from "../platform/testing.ts";
import { createTask } from "../tasks/create-task.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { readSecrets } from "./read-stored-secrets.ts";
import { deleteSecret, listSecrets, saveSecret } from "./stored-secrets.ts";

let caller: KeyContext;

const system = await openTestContext();
const worker = await newWorker(system);
beforeEach(async () => {
  caller = await newCaller(system);
});

const save = (name: string, value = "correct horse", { domains = ["bank.example"], ctx = caller } = {}) =>
  saveSecret({ ctx, input: { name, value, domains } });
const remove = (name: string) => deleteSecret({ ctx: caller, input: { name } });
const listed = async () => (await listSecrets({ ctx: caller, input: {} })).items;
const valuesOf = (names: string[], { actor } = caller) =>
  readSecrets({ ctx: worker, input: { accountId: actor.accountId, names } });

test("a secret is stored encrypted, listed without its value, replaced whole and deleted", async () => {
  await save(" password ");
  await save("password", "battery staple", { domains: ["Bank.Example", "*.shop.example"] });
  expect(await listed()).toEqual([
    {
      id: expect.any(Number),
      name: "password",
      domains: ["bank.example", "shop.example"],
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    },
  ]);
  expect(await valuesOf(["password", "nothing"])).toEqual(
    new Map([["password", { value: "battery staple", domains: ["bank.example", "shop.example"] }]]),
  );
  const rows = await system.sql`select * from stored_secret`;
  expect(JSON.stringify(rows)).not.toContain("staple");
  expect(rows.map(({ value }) => (value as Buffer).toString("latin1")).join()).not.toContain("staple");

  await remove(" password ");
  expect(await listed()).toEqual([]);
  await expect(remove("password")).rejects.toThrow("no secret of this name");
});

test("all that is wrong with a secret is said, each once", async () => {
  const refused = save(" ", "x".repeat(limits.secretBytes + 1), { domains: ["a b", "co.uk"] });
  await expect(refused).rejects.toMatchObject({
    message: expect.stringMatching(
      /^name must [^.]*\. domains\[0\].*included\. domains\[1\].*\.co\.uk\. Over a limit: [^.]*\.$/,
    ),
  });
  await expect(save("short", "1 2 3"), "to be covered").rejects.toThrow("at least 4 characters");
  await save("long", "x".repeat(16 * 1024));
  await expect(save("long", "é".repeat(8 * 1024 + 1))).rejects.toThrow("more than 16 KiB");
});

test("a name is the same in each normal form, and another secret in another account, and cannot be changed in the database", async () => {
  await save("cafe\u0301");
  const stranger = await newCaller(system);
  expect(await valuesOf(["caf\u00e9"], stranger)).toEqual(new Map());
  await save("caf\u00e9", "another value", { ctx: stranger });
  expect((await valuesOf(["caf\u00e9"])).get("caf\u00e9")?.value).toBe("correct horse");
  await remove("cafe\u0301");

  await save("one");
  await system.sql`update stored_secret set name = 'two' where account_id = ${caller.actor.accountId}`;
  await expect(valuesOf(["two"])).rejects.toThrow();
});

test("a key for one-time codes must be valid, and a new name must not exist yet", async () => {
  const saveKey = (value: string, isNew = true) =>
    saveSecret({ ctx: caller, input: { name: "2fa key", domains: ["bank.example"], kind: "totp", value, isNew } });
  const stored = async () => (await valuesOf(["2fa key"])).get("2fa key")?.value;
  await expect(saveKey("not a key!")).rejects.toThrow("Base32");
  await saveKey("JBSW Y3DP EHPK 3PXP");
  await expect(saveKey("JBSWY3DPEHPK3PXQ")).rejects.toThrow("already");
  expect(await stored()).toBe("JBSW Y3DP EHPK 3PXP");
  await saveKey("JBSWY3DPEHPK3PXQ", false);
  expect(await stored()).toBe("JBSWY3DPEHPK3PXQ");
});

test("what is logged of a secret is neither its name nor its value", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  await save("canary-name", "canary-value");
  await remove("canary-name");
  const lines = JSON.stringify(said.mock.calls);
  said.mockRestore();
  expect(lines).toContain("secret saved");
  expect(lines).not.toContain("canary");
});

test("a template that types an unknown secret is saved with a warning, and refused when a task is created", async () => {
  const typing = (value: Extract<WrittenStep, { type: "FILL_INPUT" }>["value"]) => ({
    type: "FILL_INPUT",
    selector: "#code",
    value,
  });
  const template = {
    name: "Sign in",
    steps: [typing({ secret: " password " }), typing({ totp: { secret: "2fa key" } })],
  };
  const missing = (at: number, name: string) => ({
    path: `steps.${at}`,
    message: `It types the secret "${name}", which is not stored in this account yet: store it in the portal under Secrets, with saveSecret, or with gatepost secret set "${name}" before you create a task.`,
  });
  const warnings = async () => (await saveOwnTemplate({ ctx: caller, input: { template } })).warnings;
  expect(await warnings()).toEqual([missing(1, "password"), missing(2, "2fa key")]);

  const task = { websiteURL: "http://127.0.0.1/", templateName: "Sign in", variables: {} };
  await expect(createTask({ ctx: caller, input: { task } })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message:
      'The template types the secret "password", which is not stored in this account: store it in the portal under Secrets, with saveSecret, or with gatepost secret set "password". Also missing: "2fa key".',
  });
  await save("password");
  await save("2fa key");
  expect(await warnings()).toEqual([]);
  await createTask({ ctx: caller, input: { task } });
});
