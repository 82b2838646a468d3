import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Db } from "@gatepost/db/connect";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { hashKey, isKeyShaped } from "@gatepost/domain/key/key";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../root.ts";
import { type Ended, gatepost } from "../test-command.ts";

let database: ClonedDatabase;
let db: Db;
let folder: string;

beforeAll(async () => {
  database = await cloneDatabase();
  db = connect(database.url, { max: 2 });
  folder = mkdtempSync(join(tmpdir(), "gatepost-cli-"));
  // Root's PostgreSQL is another user, and must be able to pass.
  chmodSync(folder, 0o711);
});

afterAll(async () => {
  await db.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function operate(...args: string[]): Promise<Ended> {
  return gatepost(args, { DATABASE_URL: database.url, GATEPOST_DATA_DIR: folder });
}

/** Runs a command that must succeed, and returns its one document. */
async function answer<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await operate(...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Answer;
}

let people = 0;

function newAccount(...options: string[]): Promise<{ accountId: number; clientKey: string }> {
  people += 1;
  return answer("account", "create", "--email", `person-${people}@example.org`, "--balance", "12.345678", ...options);
}

function documentFile(name: string, document: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof document === "string" ? document : JSON.stringify(document));
  return file;
}

const steps = [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } }];

test("account create makes an account with exactly that money and bid, and a key of which only the hash is stored", async () => {
  const { accountId, clientKey } = await newAccount("--bid", "0.37");
  const account = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { keys: true },
  });
  expect(account).toMatchObject({ available: 12_345_678n, held: 0n, bid: 370_000n });
  expect(await db.prisma.ledgerEntry.findMany({ where: { accountId: account.id } })).toMatchObject([
    { kind: "top_up", available: 12_345_678n },
  ]);
  expect(isKeyShaped(clientKey)).toBe(true);
  expect(account.keys.map(({ hash }) => Buffer.from(hash))).toEqual([hashKey(clientKey)]);
});

test("a refused command answers its envelope, says the sentence on stderr, and exits with 1", async () => {
  const again = ["account", "create", "--email", "twice@example.org", "--balance", "1"];
  await answer(...again);
  const { code, stdout, stderr } = await operate(...again, "--json");
  const errorDescription = "An account with the address twice@example.org exists already.";
  expect(JSON.parse(stdout)).toEqual({ errorId: 1001, errorCode: "ERROR_BAD_REQUEST", errorDescription });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${errorDescription}\n` });
});

test("for people the same stands in columns, and a refusal leaves stdout empty", async () => {
  const made = await operate("account", "create", "--email", "people@example.org", "--balance", "25");
  expect(made.stdout).toMatch(/^accountId {2}\d+\nclientKey {2}gp_\w+\n {11}Keep it.*\nbalance {4}\$25\.00\n$/);
  const refused = await operate(
    "app",
    "create",
    "--account",
    "99999",
    "--name",
    "A",
    "--download-url",
    "https://a.example",
  );
  expect(refused).toEqual({ code: 1, stdout: "", stderr: "There is no account 99999.\n" });
});

test("app create registers an application of the account", async () => {
  const { accountId } = await newAccount();
  const { softId } = await answer<{ softId: number }>(
    ...["app", "create", "--account", String(accountId), "--name", "Acme Exporter"],
    ...["--download-url", "https://example.com/exporter.zip", "--homepage", "https://example.com"],
    ...["--description", "Exports."],
  );
  expect(await db.prisma.application.findUnique({ where: { id: softId } })).toMatchObject({
    accountId,
    name: "Acme Exporter",
    downloadUrl: "https://example.com/exporter.zip",
    homepage: "https://example.com/",
    description: "Exports.",
    demo: false,
  });
});

test("template import saves a template, and what changed under the same name as its next version", async () => {
  const { accountId } = await newAccount();
  const save = (document: object) =>
    answer<{ templateId: number; version: number }>(
      "template",
      "import",
      documentFile("heading.json", document),
      "--account",
      String(accountId),
    );
  const first = await save({ name: "Heading", steps });
  expect(first).toMatchObject({ version: 1 });
  expect(await save({ name: "Heading", steps })).toEqual(first);
  expect(await save({ name: "Heading", steps, timeout: 60 })).toEqual({ ...first, version: 2 });
});

test("the documentation's example is a template", async () => {
  const { accountId } = await newAccount();
  const example = join(ROOT, "docs/examples/echo-a-word.json");
  expect(await answer("template", "import", example, "--account", String(accountId))).toMatchObject({ version: 1 });
});

test.each([
  {
    says: "a file that is not there",
    file: () => join(folder, "none.json"),
    hint: /none\.json cannot be read \(ENOENT\)/,
  },
  { says: "a file that is not JSON", file: () => documentFile("bad.json", "{"), hint: /bad\.json is not JSON/ },
  {
    says: "a wait whose name is not permanent",
    file: () =>
      documentFile("wait.json", { name: "W", steps: [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { variable: "v" } }] }),
    hint: /steps\.0\.name/,
  },
])("template import refuses $says", async ({ file, hint }) => {
  const { code, stderr } = await operate("template", "import", file(), "--account", "1");
  expect(stderr).toMatch(hint);
  expect(code).toBe(1);
});

test("an account is topped up, set, suspended and taken back, and listed with all of it", async () => {
  const { accountId } = await newAccount();
  const id = String(accountId);
  expect(await answer("account", "top-up", id, "0.000001", "--note", "a test")).toEqual({ available: "12.345679" });
  expect(await answer("account", "set", id, "--bid", "0.37")).toEqual({ accountId, bid: "0.370000" });
  expect(await answer("account", "suspend", id)).toEqual({ accountId, suspended: true });
  const listed = async () =>
    (await answer<{ items: { accountId: number }[] }>("account", "list")).items.find(
      (one) => one.accountId === accountId,
    );
  expect(await listed()).toMatchObject({ available: "12.345679", held: "0.000000", bid: "0.370000", suspended: true });
  await answer("account", "suspend", id, "--undo");
  expect(await listed()).toMatchObject({ suspended: false, keys: 1 });
  expect((await operate("account", "list")).stdout).toMatch(/^id +email +available +held +bid/);
});

test("an amount that no account can hold is refused, and nothing is left of the account", async () => {
  const { accountId } = await newAccount();
  await db.prisma.account.update({ where: { id: accountId }, data: { available: 9_000_000_000_000_000n } });
  const { code, stderr } = await operate("account", "top-up", String(accountId), "1");
  expect({ code, stderr }).toEqual({ code: 1, stderr: `Account ${accountId} would have more than $9,000,000,000.\n` });
  await db.prisma.account.update({ where: { id: accountId }, data: { available: 12_345_678n } });
  expect(await operate("account", "set", String(accountId), "--bid", "1000001")).toMatchObject({ code: 1 });
});

test("S5: keys are made with their limits, listed without their text, rolled with a grace and revoked", async () => {
  const { accountId } = await newAccount();
  const account = ["--account", String(accountId)];
  type Made = { keyId: number; clientKey: string };
  const made = await answer<Made>(
    ...["key", "create", ...account, "--name", "report", "--read-only", "--expires", "2099-01-01"],
    ...["--address", "192.0.2.0/24", "--address", "2001:db8::1"],
  );
  const rolled = await answer<Made>("key", "roll", String(made.keyId), ...account, "--grace", "1h");
  await answer("key", "revoke", String(rolled.keyId), ...account);
  const { stdout } = await operate("key", "list", ...account);
  expect(stdout).not.toContain(made.clientKey);
  const states = stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, "|"));
  const [first, second, third] = states.slice(1);
  expect(second).toMatch(/\|first key\|.*\|works$/);
  expect(first).toMatch(
    /\|report\|gp_\w{4}…\w{4}\|read\|192\.0\.2\.0\/24 2001:db8::1\|never\|rolled, works until 20\d\d-/,
  );
  expect(third, "what has ended comes last").toMatch(/\|revoked 20\d\d-/);
  const refused = await operate("key", "roll", String(rolled.keyId), ...account);
  expect(refused).toMatchObject({ code: 1, stderr: `The account has no working key ${rolled.keyId}.\n` });
  expect(await operate("key", "create", "--account", "99999", "--name", "a")).toMatchObject({
    code: 1,
    stderr: "There is no account 99999.\n",
  });
});

test("an application is hidden and published again, and listed", async () => {
  const { accountId } = await newAccount();
  const create = [
    "app",
    "create",
    "--account",
    String(accountId),
    "--name",
    "A",
    "--download-url",
    "https://a.example",
  ];
  const { softId } = await answer<{ softId: number }>(...create);
  expect(await answer("app", "publish", String(softId), "--undo")).toEqual({ softId, published: false });
  const list = ["app", "list", "--account", String(accountId)];
  expect(await answer(...list)).toMatchObject({ items: [{ softId, published: false }], next: null });
  await answer("app", "publish", String(softId));
  expect((await operate(...list)).stdout).toMatch(/ A +published /);
  expect(await operate("app", "publish", "99999")).toMatchObject({
    code: 1,
    stderr: "There is no application 99999.\n",
  });
});

test("a long list comes in pages, each of which says how to get the next", async () => {
  const { accountId } = await newAccount();
  await db.prisma.application.createMany({
    data: Array.from({ length: 101 }, (_, n) => ({ accountId, name: `Application ${n}` })),
  });
  const list = ["app", "list", "--account", String(accountId)];
  type Listed = { items: { softId: number }[]; next: number | null };
  expect((await answer<Listed>(...list)).items, "by default").toHaveLength(50);
  const first = await answer<Listed>(...list, "--limit", "100");
  expect(first.next).toBe(first.items.at(-1)?.softId);
  const after = ["--after", String(first.next)];
  expect(await answer<Listed>(...list, ...after)).toMatchObject({ items: [{}], next: null });
  expect((await operate(...list, "--limit", "2")).stdout).toMatch(/\n\nThere are more: add --after \d+\n$/);
  expect((await operate(...list, "--after", "2147483647")).stdout).toBe("There are no more.\n");
  expect(await operate(...list, "--limit", "101")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("It must be at most 100."),
  });
});

test("what template export prints, template import takes; lint and import say what looks odd", async () => {
  const { accountId } = await newAccount();
  const account = ["--account", String(accountId)];
  const file = documentFile("odd.json", { name: "Odd", steps: [{ type: "CLICK", selector: { permanent: "#go" } }] });
  const imported = await operate("template", "import", file, ...account);
  expect(imported).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/step 1: Nothing after it waits .*add WAIT/),
  });
  const linted = await operate("template", "lint", file);
  expect(linted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^step 1: Nothing after it/) });
  const exported = await operate("template", "export", "Odd", ...account);
  const again = documentFile("again.json", exported.stdout);
  expect(await answer("template", "import", again, ...account)).toMatchObject({ version: 1 });
  expect(await answer("template", "list", ...account)).toMatchObject({
    items: [{ name: "Odd", version: 1, steps: 1 }],
  });
  expect(await operate("template", "export", "Odd", ...account, "--version", "2")).toMatchObject({
    code: 1,
    stderr: `There is no template of account ${accountId} named Odd with a version 2.\n`,
  });
  const broken = await operate("template", "lint", documentFile("broken.json", { name: "B", steps: [] }));
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("steps") });
});

test("a task is listed, refunded once it is ready, and the books are checked", async () => {
  const { accountId } = await newAccount("--bid", "0.37");
  const { templateId } = await answer<{ templateId: number }>(
    ...["template", "import", documentFile("t.json", { name: "T", steps }), "--account", String(accountId)],
  );
  const { id: templateVersionId } = await db.prisma.templateVersion.findFirstOrThrow({ where: { templateId } });
  await db.prisma.task.create({
    data: {
      ...{
        id: 77n,
        accountId,
        templateVersionId,
        websiteUrl: "http://127.0.0.1/",
        price: 370_000n,
        address: "127.0.0.1",
      },
      ...{ state: "ready", endedAt: new Date() },
    },
  });
  const check = await operate("check");
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/one end of the price of each ended task +task 77 +no entry +hold, capture/);
  await db.pool.query(
    `insert into ledger_entry (account_id, kind, available, held, house, task_id)
     values ($1, 'hold', -370000, 370000, 0, 77), ($1, 'capture', 0, -370000, 370000, 77)`,
    [accountId],
  );
  await db.pool.query("update account set available = available - 370000 where id = $1", [accountId]);
  const { code, stdout, stderr } = await operate("check");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^The books are right\.\n\nHousekeeping has not gone through the books yet/);

  expect(await answer("task", "list", "--account", String(accountId))).toMatchObject({
    items: [{ taskId: 77, state: "ready", price: "0.370000", templateName: "T", softId: null, waitingFor: [] }],
  });
  expect((await operate("task", "list", "--state", "waiting")).stdout).toBe("There is no such task.\n");
  expect(await answer("refund", "77", "--note", "The site was down.")).toEqual({ accountId, amount: "0.370000" });
  expect(await operate("refund", "77")).toMatchObject({ code: 1, stderr: "Task 77 was refunded before.\n" });
  expect(await answer("correct", "balance", String(accountId), "--by", "-0.345678", "--reason", "x")).toEqual({
    available: "12.000000",
  });
  expect(await answer("check")).toEqual({ differences: [], housekeeping: null });
});

test("stats without a key are the operator's: as table, CSV and JSON, with a correction in all three", async () => {
  const { accountId } = await newAccount();
  const create = [
    "app",
    "create",
    "--account",
    String(accountId),
    "--name",
    "A",
    "--download-url",
    "https://a.example",
  ];
  const softId = String((await answer<{ softId: number }>(...create)).softId);
  const correct = ["correct", "count", softId, "--metric", "view", "--reason", "They were lost.", "--by"];
  await answer(...correct, "1284", "--at", "2026-03-09T10:07Z");
  await answer(...correct, "856", "--at", "2026-03-02T10:07Z");
  const stats = ["stats", softId, "--mode", "views", "--from", "2026-03-08", "--to", "2026-03-09"];
  expect((await operate(...stats)).stdout).toMatchInlineSnapshot(`
    "Page views, 8 Mar 00:00 to 9 Mar 23:59 UTC

           Views
    8 Mar      0
    9 Mar  1,284  ███████████████████████████████████████████████████████████

    total  1,284

    Page views  1,284  ·█

    Page views: 1,284 against 856 from 1 Mar to 2 Mar: +50 %
    "
  `);
  expect((await operate(...stats, "--csv")).stdout).toBe(
    "date,Page views\r\n2026-03-08,0\r\n2026-03-09,1284\r\ntotal,1284\r\n",
  );
  const { chartData } = await answer<{ chartData: { data: { y: number }[] }[] }>(...stats);
  expect(chartData[0]?.data.map(({ y }) => y)).toEqual([0, 1284]);
  const tooMuch = await operate(...correct, "-1285", "--at", "2026-03-09T10:07Z");
  expect(tooMuch).toMatchObject({ code: 1, stderr: "There is not that much in this quarter of an hour.\n" });
  expect(await operate("stats", "99999")).toMatchObject({ code: 1, stderr: "There is no application 99999.\n" });
});

test("demo seeds its account and its history once, and the books are right with them", async () => {
  const first = await answer<{ softId: number }>("demo");
  expect(await answer("demo")).toEqual(first);
  expect(await operate("check")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The books are right\.\n/),
  });
}, 120_000);

test("without DATABASE_URL the embedded database is started for the command, and says where its tables come from", async () => {
  const home = { GATEPOST_DATA_DIR: join(folder, "data") };
  const create = ["account", "create", "--email", "a@example.org", "--balance", "1"];
  const empty = await gatepost(create, home);
  expect(empty).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("run gatepost migrate") });
  expect(await gatepost(["migrate"], home)).toMatchObject({ code: 0 });
  expect(await gatepost(create, home)).toMatchObject({ code: 0, stderr: "" });
}, 120_000);
