import { revokeKey } from "@gatepost/domain/accounts/keys";
import { codeComesLater, newCaller, newTemplate, openTestContext } from "@gatepost/domain/platform/testing";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { expect, test } from "vitest";
import { openLiveFeeds } from "../live/live-feeds.ts";
import { heldTaskResult } from "./endpoints.ts";
import { testCall } from "./test-call.ts";

const system = await openTestContext();

/** A task of a new account, and how to hold calls for its result. */
async function openTask(live = openLiveFeeds(system.processes.web)) {
  const ctx = await newCaller(system);
  const templateName = await newTemplate(system, ctx);
  const task = { websiteURL: "http://127.0.0.1/", templateName, variables: codeComesLater };
  const { taskId } = await createTask({ ctx, input: { task } });
  const held = () => heldTaskResult({ ctx, input: { taskId, waitSeconds: 55 }, call: testCall({}), live });
  return { ...ctx.actor, held, live };
}

test("a revoked key ends the call with the error of such a key", async () => {
  const { accountId, keyId, held, live } = await openTask();
  const call = expect(held()).rejects.toMatchObject({ code: "ERROR_KEY_DOES_NOT_EXIST" });
  await expect.poll(() => live.calls.size).toBe(1);
  await revokeKey({ ctx: system, input: { accountId, keyId } });
  await call;
  expect(live.calls.size).toBe(0);
});

test("shutdown ends the call with what is known, and after it no call is held", async () => {
  const { held, live } = await openTask();
  const call = held();
  await expect.poll(() => live.calls.size).toBe(1);
  live.stop();
  expect(await call).toMatchObject({ status: "processing" });
  expect(await held()).toMatchObject({ status: "processing" });
});
