import { limits } from "@gatepost/contract/limits";
import { listMessages, rollAddress } from "@gatepost/domain/waits/inbound-messages";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import { expect, test } from "vitest";
import { newAccount } from "../factories.ts";
import { openPush } from "./push-setup.ts";

/** Inbound codes over HTTP: docs/inbound-codes.md. */

const { account, newWaitingTask, operator, resultOf, url, worker } = await openPush();
const { accountId } = account;

const send = (token: string, body: string | URLSearchParams) =>
  fetch(`${url}/inbound/${token}`, { method: "POST", body, redirect: "manual" });

const log = async (whose = accountId) =>
  (await listMessages({ ctx: operator, input: { accountId: whose } })).items.map(({ outcome, sender, taskId }) => ({
    outcome,
    sender,
    taskId,
  }));

/** What a response shows of the address that it came from. Next.js adds `vary`; a large body is answered before it. */
async function shown(response: Response): Promise<unknown> {
  const differing = ["date", "connection", "keep-alive", "vary", "x-request-id"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !differing.includes(name)));
  return { status: response.status, headers, text: await response.text() };
}

test("a text message that is posted answers the waiting task", async () => {
  const { token } = await rollAddress({ ctx: operator, input: { accountId } });
  await createRule({ ctx: operator, input: { accountId, name: "bank", pattern: "code is (\\d{6})" } });
  const { taskId, task } = await newWaitingTask();
  const body = new URLSearchParams({ From: "bank", Body: "Your code is 200002." });
  expect((await send(token, body)).status).toBe(204);
  await expect.poll(() => worker.take(task, "code")).toEqual({ status: "taken", value: "200002" });
  expect(await resultOf(taskId)).toMatchObject({ receipts: [{ name: "code", pushedBy: "inbound code" }] });
  await expect.poll(() => log()).toMatchObject([{ outcome: "answered", sender: "bank", taskId }]);
});

test("S12: nothing can be probed: every address, body and number of messages gets the same answer", async () => {
  const { token: replaced } = await rollAddress({ ctx: operator, input: { accountId } });

  const { token: current } = await rollAddress({ ctx: operator, input: { accountId } });
  const large = "x".repeat(limits.inboundBytes + 1);
  const before = await log();
  const answers = [
    await shown(await send(current, "")),
    await shown(await send(current, large)),
    await shown(await send(replaced, "Your code is 1.")),
    await shown(await send("A".repeat(32), "Your code is 1.")),
    await shown(await send("A".repeat(32), large)),
    await shown(await send("x", "Your code is 1.")),
    await shown(await send("%00", "Your code is 1.")),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 204, text: "" });
  expect(await log()).toEqual(before);
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
    const [known, unknown] = await Promise.all(
      [current, "A".repeat(32)].map((one) => fetch(`${url}/inbound/${one}`, { method })),
    );
    expect(known?.status).toBe(405);
    expect(unknown?.status).toBe(405);
  }
  const { rows } = await operator.db.pool.query("select row_to_json(a)::text as row from inbound_address a");
  expect(JSON.stringify(rows)).not.toContain(current);
});

test("a message that could not be stored is not said to be received, so that the gateway posts it again", async () => {
  const other = await newAccount(operator);
  const { token } = await rollAddress({ ctx: operator, input: other });
  const { pool } = operator.db;
  await pool.query("alter table inbound_message rename to mislaid");
  try {
    const response = await send(token, "Your code is 500005.");
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([503, "2", ""]);
  } finally {
    await pool.query("alter table mislaid rename to inbound_message");
  }
  expect((await send(token, "Your code is 500005.")).status).toBe(204);
  expect(await log(other.accountId)).toMatchObject([{ outcome: "kept" }]);
});
