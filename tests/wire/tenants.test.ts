import type { ErrorCode } from "@gatepost/contract/errors";
import type { Example, Subject } from "@gatepost/contract/method";
import { exampleBody } from "@gatepost/contract/method-testing";
import { methodNames, methods } from "@gatepost/contract/methods";
import { keyRightNames } from "@gatepost/contract/rights";
import { newKey as unknownKey } from "@gatepost/domain/accounts/key";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { expect, test } from "vitest";
import {
  newAccount,
  newApplication,
  newExpiredKey,
  newKey,
  newRevokedKey,
  newSecret,
  newSession,
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
  "a key that is not a string": { key: owner.clientKey },
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

test.for(methodNames)(
  "%s: its owner's examples are done as documented; every other key is refused, in the same words for all things",
  async (method) => {
    const { about, access, examples, response, right } = methods[method];
    const own = async (example?: Example) =>
      exampleBody(method, about ? { [about]: await newThing[about]() } : {}, example);
    for (const example of examples) {
      const answer = await call(method, { ...(await own(example)), clientKey: owner.clientKey });
      expectSuccess(answer, method);
      // A list has a next page if it is long.
      const names = (body: object) => Object.keys(body).filter((name) => name !== "next");
      expect(names(answer.body), example.title).toEqual(names(response.parse(example.response) as object));
    }
    /** Of calls that are refused, and change nothing. */
    const body = await own();
    if (access === "anyone") {
      for (const clientKey of [...Object.values(keys), stranger.clientKey])
        expectSuccess(await call(method, { ...body, clientKey }), method);
      return;
    }

    const answers = new Set<string>();
    for (const [kind, clientKey] of Object.entries(keys)) {
      const answer = await call(method, { ...body, clientKey });
      expect(answer.body.errorCode, kind).toBe("ERROR_KEY_DOES_NOT_EXIST");
      expectError(answer, "ERROR_KEY_DOES_NOT_EXIST");
      answers.add(JSON.stringify(seen(answer)));
    }
    expect([...answers]).toEqual([expect.stringMatching(/account authorization key not found/i)]);

    const readOnly = await newKey(operator, owner.accountId, { readOnly: true });
    // No read-only key has the right to what templates do.
    if (access === "change" || right === "templates")
      expectError(await call(method, { ...body, clientKey: readOnly }), "ERROR_ACCESS_DENIED");
    else expectSuccess(await call(method, { ...(await own()), clientKey: readOnly }), method);

    const alone = await newKey(operator, owner.accountId, { rights: [right ?? "stats"] });
    const others = await newKey(operator, owner.accountId, { rights: keyRightNames.filter((one) => one !== right) });
    // The second call finds the key in the process's cache.
    for (let n = 0; n < 2; n++) {
      expectSuccess(await call(method, { ...(await own()), clientKey: alone }), method);
      if (!right) continue;
      const answer = await call(method, { ...body, clientKey: others });
      expectError(answer, "ERROR_ACCESS_DENIED");
      expect(answer.body.errorDescription).toContain(`does not have the right "${right}"`);
    }

    if (!about) return;
    const onForeign = await call(method, { ...body, clientKey: stranger.clientKey });
    const onMissing = await call(method, { ...exampleBody(method, missing), clientKey: stranger.clientKey });
    expectError(onForeign, refusals[about]);
    expect(seen(onForeign)).toEqual(seen(onMissing));
  },
);

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
  await worker.finish(await worker.claim(taskId));
  const { rows } = await operator.db.pool.query("select delete_tasks(array[$1::bigint]) as deleted", [taskId]);
  expect(rows).toEqual([{ deleted: 1 }]);
  const { clientKey } = owner;
  const [deleted, never] = [
    await call("getTaskResult", { clientKey, taskId }),
    await call("getTaskResult", { clientKey, taskId: noTask }),
  ];
  expectError(deleted, "ERROR_NO_SUCH_CAPCHA_ID");
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
