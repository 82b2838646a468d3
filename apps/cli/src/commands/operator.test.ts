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
    include: { keys: true, ledger: true },
  });
  expect(account).toMatchObject({ available: 12_345_678n, held: 0n, bid: 370_000n });
  expect(account.ledger).toMatchObject([{ kind: "top_up", available: 12_345_678n }]);
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
    homepage: "https://example.com",
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

test("without DATABASE_URL the embedded database is started for the command, and says where its tables come from", async () => {
  const home = { GATEPOST_DATA_DIR: join(folder, "data") };
  const create = ["account", "create", "--email", "a@example.org", "--balance", "1"];
  const empty = await gatepost(create, home);
  expect(empty).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("run gatepost migrate") });
  expect(await gatepost(["migrate"], home)).toMatchObject({ code: 0 });
  expect(await gatepost(create, home)).toMatchObject({ code: 0, stderr: "" });
}, 120_000);
