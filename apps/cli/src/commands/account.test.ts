import { hashKey, isKeyShaped } from "@gatepost/domain/accounts/key";
import { expect, test } from "vitest";
import { openOperator } from "./test-operator.ts";

const operator = await openOperator();
const { operate, operateWith, answer, newAccount } = operator;

test("account create creates an account with exactly the given money and bid, and a key of which only the hash is stored", async () => {
  const { accountId, clientKey } = await newAccount("--bid 0.37");
  const account = await operator.db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { keys: true },
  });
  expect(account).toMatchObject({ available: 12_345_678n, held: 0n, bid: 370_000n });
  expect(await operator.db.prisma.ledgerEntry.findMany({ where: { accountId: account.id } })).toMatchObject([
    { kind: "top_up", available: 12_345_678n },
  ]);
  expect(isKeyShaped(clientKey)).toBe(true);
  expect(account.keys.map(({ hash }) => Buffer.from(hash))).toEqual([hashKey(clientKey)]);
});

test("with --json, a refused command prints the error envelope on stdout and its description on stderr, and exits with 1", async () => {
  const again = "account create --email twice@example.org --balance 1";
  await answer(again);
  const { code, stdout, stderr } = await operate(`${again} --json`);
  const errorDescription = "An account with the address twice@example.org exists already.";
  expect(JSON.parse(stdout)).toEqual({ errorId: 1001, errorCode: "ERROR_BAD_REQUEST", errorDescription });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${errorDescription}\n` });
});

test("for people the same is printed in columns, and a refusal leaves stdout empty", async () => {
  const made = await operate("account create --email people@example.org --balance 25");
  expect(made.stdout).toMatch(/^accountId {2}\d+\nclientKey {2}gp_\w+\n {11}Keep it.*\nbalance {4}\$25\.00\n$/);
  const refused = await operate("app create --account 99999 --name A --download-url https://a.example");
  expect(refused).toEqual({ code: 1, stdout: "", stderr: "There is no account 99999.\n" });
});

test("an account is topped up, set, suspended and taken back, and listed with all of it", async () => {
  const { accountId } = await newAccount();
  const id = String(accountId);
  expect(await answer(`account top-up ${id} 0.000001 --note`, "a test")).toEqual({ available: "12.345679" });
  expect(await answer(`account set ${id} --bid 0.37`)).toEqual({ accountId, bid: "0.370000" });
  expect(await answer(`account suspend ${id}`)).toEqual({ accountId, suspended: true });
  const listed = async () =>
    (await answer<{ items: { accountId: number }[] }>("account list")).items.find((one) => one.accountId === accountId);
  expect(await listed()).toMatchObject({ available: "12.345679", held: "0.000000", bid: "0.370000", suspended: true });
  await answer(`account suspend ${id} --undo`);
  expect(await listed()).toMatchObject({ suspended: false, keys: 1 });
  const { stdout } = await operate("account list");
  expect(stdout).toMatch(/^id +email +available +held +bid/);
  expect(stdout).toMatch(new RegExp(`^ *${id} .* \\$12\\.345679 +\\$0\\.00 +\\$0\\.37 `, "m"));
});

test("an amount above the limit is refused, and no account is created", async () => {
  const { accountId } = await newAccount();
  await operator.db.prisma.account.update({ where: { id: accountId }, data: { available: 8_000_000_000_000_000n } });
  const { code, stderr } = await operate(`account top-up ${accountId} 1`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `Account ${accountId} would have more than $8,000,000,000.\n` });
  await operator.db.prisma.account.update({ where: { id: accountId }, data: { available: 12_345_678n } });
  expect(await operate(`account set ${accountId} --bid 1000001`)).toMatchObject({ code: 1 });
});

test("S5: keys are created with their limits, listed without their text, rolled with a grace period, and revoked", async () => {
  const { accountId } = await newAccount();
  const account = `--account ${accountId}`;
  type Made = { keyId: number; clientKey: string };
  const made = await answer<Made>(
    `key create ${account} --name report --read-only --expires 2099-01-01 --address 192.0.2.0/24 --address 2001:db8::1`,
  );
  const from = Date.now();
  const rolled = await answer<Made & { oldKeyEndsAt: string }>(`key roll ${made.keyId} ${account} --grace 1h`);
  const grace = new Date(rolled.oldKeyEndsAt).getTime() - from;
  expect(Math.abs(grace - 3_600_000)).toBeLessThan(60_000);
  await answer(`key revoke ${rolled.keyId} ${account}`);
  const { stdout } = await operate(`key list ${account}`);
  expect(stdout).not.toContain(made.clientKey);
  const states = stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, "|"));
  const [first, second, third] = states.slice(1);
  expect(second).toMatch(/\|first key\|.*\|works$/);
  expect(first).toMatch(
    /\|report\|gp_\w{4}…\w{4}\|tasks, stats \(read-only\)\|192\.0\.2\.0\/24 2001:db8::1\|never\|rolled, works until 20\d\d-/,
  );
  expect(third, "what has ended comes last").toMatch(/\|revoked 20\d\d-/);
  const refused = await operate(`key roll ${rolled.keyId} ${account}`);
  expect(refused).toMatchObject({
    code: 1,
    stderr: `The account has no key ${rolled.keyId} that can be rolled: it does not exist, has ended, or has been rolled already.\n`,
  });
  const { keyId } = await answer<Made>(`key create ${account} --name shop --expires 2099-01-01`);
  const expiring = await operate(`key roll ${keyId} ${account} --grace 36500d`);
  expect(expiring.stdout, "its own expiry is earlier").toMatch(/old key +\d+ works until 2099-01-01 00:00 UTC\n/);
});

const invite = "user invite --email ada@example.org";

test("an invitation is a path of the site that creates an account", async () => {
  const { code, stdout } = await operate(invite);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Send ada@example\.org the site's address followed by\n\/sign-up\?invite=[\w.-]+\n$/);
});

test("where sign-up is closed, an invitation is refused, because its link would not work", async () => {
  expect(await operateWith({ GATEPOST_SIGNUP: "closed" }, invite)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("GATEPOST_SIGNUP is closed, so an invitation would not work: "),
  });
});

test("a GATEPOST_SIGNUP that the web server would refuse is refused here too", async () => {
  expect(await operateWith({ GATEPOST_SIGNUP: "never" }, invite)).toMatchObject({
    code: 1,
    stderr: 'GATEPOST_SIGNUP is "never": give it open, invite or closed.\n',
  });
});
