import { type ErrorCode, errors } from "@gatepost/contract/errors";
import type { Subject } from "@gatepost/contract/method";
import { exampleBody } from "@gatepost/contract/method-testing";
import { methodNames, methods } from "@gatepost/contract/methods";
import { keyRightNames } from "@gatepost/contract/rights";
import { newKey as unknownKey } from "@gatepost/domain/accounts/key";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { describe, expect, test } from "vitest";
import {
  newAccount,
  newApplication,
  newExpiredKey,
  newKey,
  newRevokedKey,
  newSecret,
  newSession,
  newTemplate,
} from "../factories.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectError, expectSuccess } from "./call.ts";
import { openTestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** Row S3 of docs/quality.md: every method, called by everyone. What is another account's is answered like what is missing. */

const { operator, call } = openWire();
const [owner, stranger] = [await newAccount(operator), await newAccount(operator)];
const worker = await openTestWorker(operator);
const keys: Record<string, unknown> = {
  "no key": undefined,
  "an empty key": "",
  "a key that is null": null,
  "a key that is not a string": { key: owner.clientKey },
  "a malformed key": `${owner.clientKey}x`,
  "a key with a typo": owner.clientKey.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
  "a key that nobody has": unknownKey(),
  "a revoked key": await newRevokedKey(operator, owner.accountId),
  "an expired key": await newExpiredKey(operator, owner.accountId),
};

const newTask = await taskMaker(call, operator, owner);

/** A new thing of the owner's, of each kind. */
const newThing: Record<Subject, () => Promise<Record<string, unknown>>> = {
  task: async () => {
    const taskId = await newTask();
    await worker.take(await worker.claim(taskId), "code");
    return { taskId, name: "code" };
  },
  application: async () => ({ softId: await newApplication(operator, owner) }),
  template: async () => {
    const { task } = (await newTaskBody(operator, owner))();
    return { name: task.templateName, task };
  },
  secret: async () => ({ name: await newSecret(operator, owner) }),
  session: async () => ({ name: await newSession(operator, owner) }),
};

/** Things that nobody has. */
const missing: Record<Subject, Record<string, unknown>> = {
  task: { taskId: noTask, name: "code" },
  application: { softId: 2_000_000_000 },
  template: {
    name: "Nobody's",
    task: { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "Nobody's", variables: {} },
  },
  secret: { name: "Nobody's" },
  session: { name: "Nobody's" },
};

/** What a stranger gets for them, and for the owner's. */
const refusals: Record<Subject, ErrorCode> = {
  task: "ERROR_NO_SUCH_CAPCHA_ID",
  application: "ERROR_ACCESS_DENIED",
  template: "ERROR_TEMPLATE_NOT_FOUND",
  secret: "ERROR_BAD_REQUEST",
  session: "ERROR_BAD_REQUEST",
};

/** What a stranger could tell apart. */
const seen = ({ status, text, headers }: Answer) => ({ status, text, type: headers.get("content-type") });

describe.for(methodNames)("%s", (method) => {
  const { about } = methods[method];
  const own = async () => exampleBody(method, about ? { [about]: await newThing[about]() } : {});
  /** Of calls that are refused, and change nothing. */
  let refusedOwn: ReturnType<typeof own> | undefined;
  const ownRefused = () => {
    refusedOwn ??= own();
    return refusedOwn;
  };

  test("by its owner is done", async () => {
    expectSuccess(await call(method, { ...(await own()), clientKey: owner.clientKey }), method);
  });

  const needsKey = methods[method].access !== "anyone";

  if (!needsKey)
    test("by anybody is done, whatever the key", async () => {
      const body = await own();
      for (const clientKey of [...Object.values(keys), stranger.clientKey])
        expectSuccess(await call(method, { ...body, clientKey }), method);
    });

  if (needsKey)
    test("by nobody is ERROR_KEY_DOES_NOT_EXIST, and one answer for missing, malformed, unknown, revoked and expired keys", async () => {
      const body = await ownRefused();
      const answers = new Set<string>();
      for (const [kind, clientKey] of Object.entries(keys)) {
        const answer = await call(method, { ...body, clientKey });
        expect(answer.body.errorCode, kind).toBe("ERROR_KEY_DOES_NOT_EXIST");
        expectError(answer, "ERROR_KEY_DOES_NOT_EXIST");
        answers.add(JSON.stringify(seen(answer)));
      }
      expect(answers.size).toBe(1);
      expect([...answers][0]).toMatch(/account authorization key not found/i);
    });

  // No read-only key has the right to what templates do.
  const isRefused = methods[method].access === "change" || methods[method].right === "templates";

  test(`by a read-only key is ${isRefused ? "refused" : "done"}`, async () => {
    const clientKey = await newKey(operator, owner.accountId, { readOnly: true });
    const answer = await call(method, { ...(await (isRefused ? ownRefused() : own())), clientKey });
    if (isRefused) expectError(answer, "ERROR_ACCESS_DENIED");
    else expectSuccess(answer, method);
  });

  const { right } = methods[method];

  if (right)
    test(`by a key without the right ${right} is refused, and the answer names the right`, async () => {
      const others = keyRightNames.filter((other) => other !== right);
      const clientKey = await newKey(operator, owner.accountId, { rights: others });
      const answer = await call(method, { ...(await ownRefused()), clientKey });
      expectError(answer, "ERROR_ACCESS_DENIED");
      expect(answer.body.errorDescription).toContain(`does not have the right "${right}"`);
      // The second call finds the key in the process's cache.
      expect((await call(method, { ...(await ownRefused()), clientKey })).text).toBe(answer.text);
    });

  if (needsKey)
    test(`by a key with ${right ?? "another right"} alone is done`, async () => {
      const clientKey = await newKey(operator, owner.accountId, { rights: [right ?? "stats"] });
      for (let n = 0; n < 2; n++) expectSuccess(await call(method, { ...(await own()), clientKey }), method);
    });

  if (about)
    test(`on something foreign answers, byte for byte, like something that does not exist: ${refusals[about]}`, async () => {
      const { clientKey } = stranger;
      const onForeign = await call(method, { ...(await ownRefused()), clientKey });
      const onMissing = await call(method, { ...exampleBody(method, missing), clientKey });
      expectError(onForeign, refusals[about]);
      expect(seen(onForeign)).toEqual(seen(onMissing));
    });
});

test("refused calls of a stranger have changed nothing", async () => {
  const taskId = await newTask();
  await call("pushAntiGateVariable", { clientKey: stranger.clientKey, taskId, name: "code", value: "666" });
  const readOnly = await newKey(operator, owner.accountId, { readOnly: true });
  await call("pushAntiGateVariable", { clientKey: readOnly, taskId, name: "code", value: "666" });
  const variables = await operator.db.prisma.variable.findMany({ where: { taskId } });
  expect(variables).toMatchObject([{ name: "code", state: "awaited", value: null }]);
});

test("a deleted task is answered like one that never was", async () => {
  const taskId = await newTask();
  const worker = await openTestWorker(operator);
  await worker.finish(await worker.claim(taskId));
  const { rows } = await operator.db.pool.query("select delete_tasks(array[$1::bigint]) as deleted", [taskId]);
  expect(rows).toEqual([{ deleted: 1 }]);
  const { clientKey } = owner;
  const [deleted, never] = [
    await call("getTaskResult", { clientKey, taskId }),
    await call("getTaskResult", { clientKey, taskId: noTask }),
  ];
  expectError(deleted, "ERROR_NO_SUCH_CAPCHA_ID");
  expect(deleted.body.errorId).toBe(errors.ERROR_NO_SUCH_CAPCHA_ID.id);
  expect(seen(deleted)).toEqual(seen(never));
});

test("a template that a stranger asks for is not found in the same words before and after its owner saves it", async () => {
  const asked = {
    clientKey: stranger.clientKey,
    task: { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "Pay the bills", variables: {} },
  };
  const before = await call("createTask", asked);
  const document = { name: "Pay the bill", steps: [{ type: "WAIT_FOR_ELEMENT", selector: "h1" }] };
  await saveTemplate({ ctx: operator, input: { accountId: owner.accountId, document } });
  expect(seen(await call("createTask", asked))).toEqual(seen(before));
  const byOwner = await call("createTask", { ...asked, clientKey: owner.clientKey });
  expectError(byOwner, "ERROR_TEMPLATE_NOT_FOUND");
  expect(byOwner.body.errorDescription).toContain('Did you mean "Pay the bill"?');
});

test("an account's template is nobody else's, and hides a built-in one of its name from nobody", async () => {
  const name = await newTemplate(operator, owner, [{ type: "WAIT_FOR_TEXT", text: "Welcome" }]);
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: name, variables: {} };
  expectSuccess(await call("createTask", { clientKey: owner.clientKey, task }), "createTask");
  expectError(await call("createTask", { clientKey: stranger.clientKey, task }), "ERROR_TEMPLATE_NOT_FOUND");
});
