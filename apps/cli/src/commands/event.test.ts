import { expect, test } from "vitest";
import { openOperator } from "./test-operator.ts";

const { operate, answer, newAccount } = await openOperator();

test("the operator registers an endpoint, tests it, reads its deliveries and removes it", async () => {
  const { accountId } = await newAccount();
  const own = ["--account", String(accountId)];
  const add = ["event", "add", "https://example.com/events", ...own];
  const { endpointId, secret } = await answer<{ endpointId: number; secret: string }>(
    ...[...add, "--format", "text", "--link-origin", "https://gatepost.example.com/x", "--event", "ready", "failed"],
  );
  expect(secret).toMatch(/^whsec_/);
  expect(await answer("event", "list", ...own)).toMatchObject({
    endpoints: [{ endpointId, format: "text", events: ["ready", "failed"], withLink: true }],
  });
  const id = String(endpointId);
  expect(await answer("event", "roll-secret", id, ...own)).toEqual({
    endpointId,
    secret: expect.not.stringContaining(secret),
  });
  expect((await operate("event", "test", id, ...own)).stdout).toBe(`A test is on its way to endpoint ${id}.\n`);
  const { items } = await answer<{ items: { deliveryId: number }[] }>("event", "deliveries", id, ...own);
  expect(items).toMatchObject([{ event: "test", attempts: 0 }]);
  const replay = await operate("event", "replay", String(items[0]?.deliveryId), ...own);
  expect(replay).toMatchObject({ code: 1, stderr: expect.stringContaining("another attempt at it is still to come") });

  expect(await operate("event", "remove", id, "--account", "999"), "another account's").toMatchObject({
    code: 1,
    stderr: expect.stringContaining("has no such endpoint"),
  });
  expect((await operate("event", "remove", id, ...own)).stdout).toBe(`Removed endpoint ${id}.\n`);
  expect((await operate("event", "list", ...own)).stdout).toContain("has no endpoints");
});

test("the operator creates an address and rules for inbound codes, and reads the log", async () => {
  const { accountId } = await newAccount();
  const own = ["--account", String(accountId)];
  expect(await answer("inbound", "create-address", ...own)).toEqual({
    path: expect.stringMatching(/^\/inbound\/[\w-]{32}$/),
  });
  const { ruleId } = await answer<{ ruleId: number }>(
    ...["inbound", "add-rule", ...own, "--name", "bank", "--pattern", "code is (\\d+)", "--sender", "@bank.example"],
  );
  expect((await operate("inbound", "rules", ...own)).stdout).toMatch(/@bank\.example +any +any +code is/);
  expect((await operate("inbound", "log", ...own)).stdout).toBe("No message has arrived.\n");
  expect((await operate("inbound", "remove-rule", String(ruleId), ...own)).stdout).toBe(`Removed rule ${ruleId}.\n`);
  expect((await operate("inbound", "remove-address", ...own)).code).toBe(0);
});
