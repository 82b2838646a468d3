import { beforeEach, expect, test } from "vitest";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { newHeldTask } from "../platform/held-task-testing.ts";
import { runMaintenance } from "../platform/maintenance.ts";
import {
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { getTaskResult } from "../tasks/get-task-result.ts";
import { answerWaits, type PatternResults } from "./answer-by-message.ts";
import { pushVariable } from "./answer-wait.ts";
import {
  deleteAddress,
  getAddress,
  listMessages,
  openAddress,
  receiveMessage,
  rollAddress,
} from "./inbound-messages.ts";
import { createRule, tryRules } from "./inbound-rules.ts";

let caller: KeyContext;
let worker: WorkerContext;
let accountId: number;
let templateName: string;

const system = await openTestContext();
beforeEach(async () => {
  caller = await newCaller(system);
  accountId = caller.actor.accountId;
  templateName = await newTemplate(system, caller, lateCode({ kind: "code", pattern: "\\d{6}" }));
  worker = await newWorker(system, { slots: 20 });
});

const web = () => inProcess(system, "web");
const newRule = (more: Partial<Parameters<typeof createRule>[0]["input"]> = {}) =>
  createRule({ ctx: newSession(caller), input: { accountId, name: "bank", pattern: "code is (\\S+)", ...more } });
const receive = (text: string, sender = "+49151234567", body = text) =>
  receiveMessage(web(), { accountId, sender, text, body });
const answer = (before?: PatternResults) => answerWaits(web(), accountId, before);
const outcomes = async () =>
  (await listMessages({ ctx: newSession(caller), input: { accountId } })).items.map(({ outcome }) => outcome);

/** A task that waits for its code. */
async function waitingTask(template = templateName, timeoutSeconds = 60) {
  const task = await newHeldTask({ caller, worker, templateName: template });
  expect(await task.take({ timeoutSeconds })).toMatchObject({ status: "waiting" });
  return task;
}

test("a message answers the wait that a rule selects; the log says so without the value, and the receipt says by what", async () => {
  await newRule({ templateName, sender: "+49 151 234567" });
  const { taskId, take } = await waitingTask();
  await receive("Your code is 349001");
  await answer();
  expect(await take()).toEqual({ status: "taken", value: "349001" });
  const { items } = await listMessages({ ctx: newSession(caller), input: { accountId } });
  expect(items).toEqual([
    {
      messageId: expect.any(Number),
      receivedAt: expect.any(Date),
      sender: "+49151234567",
      outcome: "answered",
      ruleName: "bank",
      taskId,
      variable: "code",
      detail: null,
    },
  ]);
  const result = await getTaskResult({ ctx: caller, input: { taskId } });
  expect(result.receipts).toMatchObject([{ pushedBy: "inbound code", outcome: "taken", length: 6 }]);
  const rows = await system.sql`select row_to_json(m)::text as row from inbound_message m`;
  expect(rows.map(({ row }) => row).join()).not.toContain("349001");
});

test("a message that fits no wait is kept, encrypted, for a wait that opens later, and then deleted", async () => {
  await newRule();
  await receive("Your code is 349001");
  const scan = await answer();
  expect(await outcomes()).toEqual(["kept"]);
  const rows = await system.sql`select content from inbound_message where account_id = ${accountId}`;
  expect(Buffer.from(rows[0].content).toString("latin1")).not.toContain("349001");
  const { take } = await waitingTask();
  await answer(scan);
  expect(await take()).toEqual({ status: "taken", value: "349001" });

  await receive("Your code is 111111");
  const maintain = () => runMaintenance({ ctx: inProcess(system, "worker") });
  await maintain();
  expect(await outcomes(), "it is young").toEqual(["kept", "answered"]);
  await system.sql`update inbound_message set received_at = now() - interval '11 minutes'`;
  const late = await waitingTask();
  await answer();
  expect(await late.take(), "it is too old").toMatchObject({ status: "waiting" });
  expect((await maintain()).faults).toEqual([]);
  expect(await outcomes()).toEqual(["unused", "answered"]);
  const left = await system.sql`
    select 1 from inbound_message where account_id = ${accountId} and (content is not null or fingerprint is not null)`;
  expect(left).toEqual([]);
  await system.sql`update inbound_message set received_at = now() - interval '1 year'`;
  await maintain();
  expect(await outcomes()).toEqual([]);
});

test("a sender is one line", async () => {
  await receive("Your code is 349001", `a\nb\u202e\u0000 ${"x".repeat(500)}`);
  const { items } = await listMessages({ ctx: newSession(caller), input: { accountId } });
  expect(items[0]?.sender).toMatch(/^a b x{1,95}…$/);
});

test("an ambiguous message answers no wait, and the owner sees which it fits; only waits for a text or a code are answered", async () => {
  const approval = await waitingTask(await newTemplate(system, caller, lateCode({ kind: "yes_no" })));
  await newRule({ pattern: "(true|yes)" });
  await receive("true");
  await newRule();
  const [one, two] = [await waitingTask(), await waitingTask()];
  await receive("Your code is 349001");
  await answer();
  for (const { take } of [one, two, approval]) expect(await take()).toMatchObject({ status: "waiting" });
  const { items } = await listMessages({ ctx: newSession(caller), input: { accountId } });
  expect(items).toMatchObject([
    { outcome: "ambiguous", taskId: null, detail: `It fits the waits of tasks ${one.taskId}, ${two.taskId}.` },
    { outcome: "kept" },
  ]);
});

test("rules for a task or a template choose between waits, and other senders and forms answer nothing", async () => {
  const [one, two] = [await waitingTask(), await waitingTask()];
  await newRule({ taskId: two.taskId, sender: "@bank.example" });
  await newRule({ name: "elsewhere", templateName: "another template" });
  await receive("Your code is 111111", "codes@evil.example");
  await receive("Your code is no-number", "codes@bank.example");
  await receive("Your code is 222222", "codes@bank.example");
  // Cut where the rule's domain ends.
  await receive("Your code is 333333", `${"x".repeat(87)}@bank.example <codes@evil.example>`);
  await answer();
  expect(await one.take()).toMatchObject({ status: "waiting" });
  expect(await two.take()).toEqual({ status: "taken", value: "222222" });
  expect(await outcomes()).toEqual(["kept", "answered", "kept", "kept"]);
});

test("a message that is posted twice counts once, also by two processes at a time", async () => {
  await newRule();
  const first = await waitingTask();
  await Promise.all([receive("Your code is 349001"), receive("Your code is 349001")]);
  await Promise.all([answer(), answer(), answer()]);
  expect(await first.take()).toEqual({ status: "taken", value: "349001" });
  const second = await waitingTask();
  await receive("Your code is 349001");
  await answer();
  expect(await second.take()).toMatchObject({ status: "waiting" });
  expect((await outcomes()).toSorted()).toEqual(["answered", "repeated", "repeated"]);
});

test("a process that ends before it has stored the outcome is followed by another, which answers the same wait alone", async () => {
  await newRule();
  const { taskId, take } = await waitingTask();
  await receive("Your code is 349001");
  await answer();
  // As if the process had ended after the push.
  await system.sql`
    update inbound_message set outcome = 'answering', claimed_at = now() - interval '1 minute', content = ${system.vault.seal(JSON.stringify({ text: "", value: "349001" }), [accountId, 0, "inbound message"])} where account_id = ${accountId}`;
  const other = await waitingTask();
  await answer();
  expect(await outcomes()).toEqual(["answered"]);
  expect(await take()).toEqual({ status: "taken", value: "349001" });
  expect(await other.take()).toMatchObject({ status: "waiting" });
  expect(taskId).not.toBe(other.taskId);
});

test("a message that cannot be decrypted holds up no other, and one whose wait somebody else has answered is left for another wait", async () => {
  await newRule();
  const { take } = await waitingTask();
  await receive("Your code is 349001");
  await receive("damaged");
  await system.sql`
    update inbound_message set content = 'x' where id = (select max(id) from inbound_message where account_id = ${accountId})`;
  await answer();
  expect(await take()).toEqual({ status: "taken", value: "349001" });
  expect(await outcomes()).toEqual(["unused", "answered"]);

  const answered = await waitingTask();
  await pushVariable({ ctx: caller, input: { taskId: answered.taskId, name: "code", value: "111111" } });
  await receive("Your code is 349002");
  await answer();
  expect(await answered.take()).toEqual({ status: "taken", value: "111111" });
  expect(await outcomes()).toEqual(["kept", "unused", "answered"]);
});

test("an address is created, replaced and switched off by its owner; only its hash is stored", async () => {
  const ctx = newSession(caller);
  const input = { accountId };
  const open = (token: string) => openAddress({ app: web(), token });
  expect(await getAddress({ ctx, input })).toBeNull();
  const { token: first } = await rollAddress({ ctx, input });
  expect(await open(first)).toBe(accountId);
  const { token: second } = await rollAddress({ ctx, input });
  expect([await open(first), await open(second), await open("x")]).toEqual([null, accountId, null]);
  const rows = await system.sql`select row_to_json(a)::text as row from inbound_address a`;
  expect(JSON.stringify(rows)).not.toContain(second);
  await system.sql`update account set suspended_at = now() where id = ${accountId}`;
  expect(await open(second)).toBeNull();
  await system.sql`update account set suspended_at = null where id = ${accountId}`;
  await deleteAddress({ ctx, input });
  expect(await open(second)).toBeNull();
});

test("rules are tried on a sample without any effect, and their number is limited", async () => {
  const ctx = newSession(caller);
  const { ruleId } = await newRule();
  const sample = { accountId, sender: "", text: "Your code is 349001" };
  expect(await tryRules({ ctx, input: sample })).toEqual([{ ruleId, value: "349001" }]);
  expect(await outcomes()).toEqual([]);
  await expect(newRule({ pattern: "no group" })).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  await expect(newRule({ taskId: 1 })).rejects.toMatchObject({ code: "ERROR_NO_SUCH_CAPCHA_ID" });
  for (let n = 1; n < system.settings.accountLimits.inboundRules; n++) await newRule();
  await expect(newRule()).rejects.toThrow("The limit is reached");
});
