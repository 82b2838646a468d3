import { expect, test } from "vitest";
import { openOperator, refusal } from "./test-operator.ts";

const { operate, answer, newAccount } = await openOperator();

test("the operator registers an endpoint, tests it, reads its deliveries and removes it", async () => {
  const { accountId } = await newAccount();
  const own = `--account ${accountId}`;
  const { endpointId, secret } = await answer<{ endpointId: number; secret: string }>(
    `event add https://example.com/events ${own} --format text --link-origin https://a.example/x --event ready failed`,
  );
  expect(secret).toMatch(/^whsec_/);
  expect(await answer(`event list ${own}`)).toMatchObject({
    endpoints: [{ endpointId, format: "text", events: ["ready", "failed"], withLink: true }],
  });
  expect(await answer(`event roll-secret ${endpointId} ${own}`)).toEqual({
    endpointId,
    secret: expect.not.stringContaining(secret),
  });
  expect((await operate(`event test ${endpointId} ${own}`)).stdout).toBe(
    `A test is on its way to endpoint ${endpointId}.\n`,
  );
  const { items } = await answer<{ items: { deliveryId: number }[] }>(`event deliveries ${endpointId} ${own}`);
  expect(items).toMatchObject([{ event: "test", attempts: 0 }]);
  const replay = await operate(`event replay ${items[0]?.deliveryId} ${own}`);
  expect(replay).toMatchObject(refusal("another attempt at it is still to come"));

  expect(await operate(`event remove ${endpointId} --account 999`), "another account's").toMatchObject(
    refusal("has no such endpoint"),
  );
  expect((await operate(`event remove ${endpointId} ${own}`)).stdout).toBe(`Removed endpoint ${endpointId}.\n`);
  expect((await operate(`event list ${own}`)).stdout).toContain("has no endpoints");
});

test("the operator creates an address and rules for inbound codes, and reads the log", async () => {
  const { accountId } = await newAccount();
  const own = `--account ${accountId}`;
  expect(await answer(`inbound create-address ${own}`)).toEqual({
    path: expect.stringMatching(/^\/inbound\/[\w-]{32}$/),
  });
  const { ruleId } = await answer<{ ruleId: number }>(
    `inbound add-rule ${own} --name bank --sender @bank.example --pattern`,
    "code is (\\d+)",
  );
  expect((await operate(`inbound rules ${own}`)).stdout).toMatch(/@bank\.example +any +any +code is/);
  expect((await operate(`inbound log ${own}`)).stdout).toBe("No message has arrived.\n");
  expect((await operate(`inbound remove-rule ${ruleId} ${own}`)).stdout).toBe(`Removed rule ${ruleId}.\n`);
  expect((await operate(`inbound remove-address ${own}`)).code).toBe(0);
});
