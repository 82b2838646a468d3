import { limits } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { whyNoRoles } from "@gatepost/db/testing";
import { expect, test, vi } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { skippedIf } from "../platform/test-skip.ts";
import { newCaller, newWorker, openTestContext } from "../platform/testing.ts";
import { createTask } from "../tasks/create-task.ts";
import { saveOwnTemplate } from "../templates/save-template.ts";
import { readSecrets } from "./read-stored-secrets.ts";
import { deleteSecret, listSecrets, saveSecret } from "./stored-secrets.ts";

const system = await openTestContext();

const save = (ctx: KeyContext, name: string, value = "correct horse", domains = ["bank.example"]) =>
  saveSecret({ ctx, input: { name, value, domains } });

async function valuesOf(ctx: KeyContext, names: string[]) {
  const worker = await newWorker(system);
  return readSecrets({ ctx: worker, input: { accountId: ctx.actor.accountId, names } });
}

test("a secret is stored encrypted, listed without its value, replaced whole and deleted", async () => {
  const caller = await newCaller(system);
  await save(caller, " password ");
  await save(caller, "password", "battery staple", ["Bank.Example", "*.shop.example"]);
  const { items } = await listSecrets({ ctx: caller, input: {} });
  expect(items).toEqual([
    {
      id: expect.any(Number),
      name: "password",
      domains: ["bank.example", "shop.example"],
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    },
  ]);
  expect(await valuesOf(caller, ["password", "nothing"])).toEqual(
    new Map([["password", { value: "battery staple", domains: ["bank.example", "shop.example"] }]]),
  );
  const rows = await system.sql`select * from stored_secret`;
  expect(JSON.stringify(rows)).not.toContain("staple");
  expect(rows.map(({ value }) => (value as Buffer).toString("latin1")).join()).not.toContain("staple");

  await deleteSecret({ ctx: caller, input: { name: "password" } });
  expect((await listSecrets({ ctx: caller, input: {} })).items).toEqual([]);
  await expect(deleteSecret({ ctx: caller, input: { name: "password" } })).rejects.toThrow("no secret of this name");
});

test("all that is wrong with a secret is said, each once", async () => {
  const refused = save(await newCaller(system), " ", "x".repeat(limits.secretBytes + 1), ["a b", "co.uk"]);
  await expect(refused).rejects.toMatchObject({
    message: expect.stringMatching(
      /^name must [^.]*\. domains\[0\].*included\. domains\[1\].*\.co\.uk\. Over a limit: [^.]*\.$/,
    ),
  });
});

test("a name is the same in each normal form, in a template too", async () => {
  const caller = await newCaller(system);
  await save(caller, "cafe\u0301");
  expect((await valuesOf(caller, ["caf\u00e9"])).size).toBe(1);
  await deleteSecret({ ctx: caller, input: { name: "cafe\u0301" } });
});

test("a secret of the same name is another one in another account", async () => {
  const [owner, stranger] = [await newCaller(system), await newCaller(system)];
  await save(owner, "password");
  expect(await valuesOf(stranger, ["password"])).toEqual(new Map());
  await save(stranger, "password", "another value");
  expect((await valuesOf(owner, ["password"])).get("password")?.value).toBe("correct horse");
});

test("a value cannot be moved to another account or name in the database", async () => {
  const caller = await newCaller(system);
  await save(caller, "one");
  await system.sql`update stored_secret set name = 'two' where account_id = ${caller.actor.accountId}`;
  await expect(valuesOf(caller, ["two"])).rejects.toThrow();
});

test("the web server's role cannot read a value", skippedIf(whyNoRoles), async () => {
  const caller = await newCaller(system);
  await save(caller, "password");
  await expect(
    caller.db.prisma.storedSecret.findMany({ where: { accountId: caller.actor.accountId } }),
  ).rejects.toThrow("permission denied");
});

test("a value is neither too short to be covered nor too long", async () => {
  const caller = await newCaller(system);
  await expect(save(caller, "short", "1 2 3")).rejects.toThrow("at least 4 characters");
  await save(caller, "long", "x".repeat(16 * 1024));
  await expect(save(caller, "long", "é".repeat(8 * 1024 + 1))).rejects.toThrow("more than 16 KiB");
});

test("a key for one-time codes must be valid, and a new name must not exist yet", async () => {
  const caller = await newCaller(system);
  const input = { name: "2fa key", domains: ["bank.example"], kind: "totp" as const, isNew: true };
  await expect(saveSecret({ ctx: caller, input: { ...input, value: "not a key!" } })).rejects.toThrow("Base32");
  await saveSecret({ ctx: caller, input: { ...input, value: "JBSW Y3DP EHPK 3PXP" } });
  await expect(saveSecret({ ctx: caller, input: { ...input, value: "JBSWY3DPEHPK3PXQ" } })).rejects.toThrow("already");
  expect((await valuesOf(caller, ["2fa key"])).get("2fa key")?.value).toBe("JBSW Y3DP EHPK 3PXP");
  await saveSecret({ ctx: caller, input: { ...input, value: "JBSWY3DPEHPK3PXQ", isNew: false } });
  expect((await valuesOf(caller, ["2fa key"])).get("2fa key")?.value).toBe("JBSWY3DPEHPK3PXQ");
});

test("an account stores so many secrets, however many calls come at once", async () => {
  const caller = await newCaller(system);
  const settings = { ...caller.settings, accountLimits: { ...caller.settings.accountLimits, secrets: 2 } };
  const saving = await Promise.allSettled(["a1", "a2", "a3", "a4"].map((name) => save({ ...caller, settings }, name)));
  expect(saving.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const { items } = await listSecrets({ ctx: caller, input: {} });
  await save({ ...caller, settings }, items[0]?.name ?? "", "replaced value");
});

test("what is logged of a secret is neither its name nor its value", async () => {
  const caller = await newCaller(system);
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  await save(caller, "canary-name", "canary-value");
  await deleteSecret({ ctx: caller, input: { name: "canary-name" } });
  const lines = JSON.stringify(said.mock.calls);
  said.mockRestore();
  expect(lines).toContain("secret saved");
  expect(lines).not.toContain("canary");
});

const typing = (value: Extract<WrittenStep, { type: "FILL_INPUT" }>["value"]): WrittenStep => ({
  type: "FILL_INPUT",
  selector: "#code",
  value,
});

test("a template that types an unknown secret is saved with a warning, and refused when a task is created", async () => {
  const caller = await newCaller(system);
  const steps = [typing({ secret: "password" }), typing({ totp: { secret: "2fa key" } })];
  const document = { name: "Sign in", steps };
  const missing = (at: number, name: string) => ({
    path: `steps.${at}`,
    message: `It types the secret "${name}", which is not stored in this account yet: store it in the portal under Secrets, with saveSecret, or with gatepost secret set "${name}" before you create a task.`,
  });
  const { warnings } = await saveOwnTemplate({ ctx: caller, input: { template: document } });
  expect(warnings).toEqual([missing(1, "password"), missing(2, "2fa key")]);

  const task = { websiteURL: "http://127.0.0.1/", templateName: "Sign in", variables: {} };
  await expect(createTask({ ctx: caller, input: { task } })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message:
      'The template types the secret "password", which is not stored in this account: store it in the portal under Secrets, with saveSecret, or with gatepost secret set "password". Also missing: "2fa key".',
  });
  await save(caller, "password");
  await save(caller, "2fa key");
  expect((await saveOwnTemplate({ ctx: caller, input: { template: document } })).warnings).toEqual([]);
  await createTask({ ctx: caller, input: { task } });
});
