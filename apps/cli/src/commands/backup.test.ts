import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@gatepost/db/connect";
import { cloneDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import type { Ended } from "../../../../tests/run-to-end.ts";
import { gatepostHere as gatepost } from "../test-command.ts";
import { refusal } from "./test-operator.ts";

const folder = openFolder();

/** An installation with a data folder and a database of its own; `run` is its operator. */
async function installation(name: string, { empty = false } = {}) {
  const database = await cloneDatabase();
  const db = connect(database.url, { max: 2, applicationName: "a test" });
  if (empty) await db.pool.query("drop schema public cascade; create schema public");
  const dataDir = join(folder, name);
  const env = { DATABASE_URL: database.url, GATEPOST_DATA_DIR: dataDir };
  return {
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
    db,
    dataDir,
    run: (command: string): Promise<Ended> => gatepost(command, env),
  };
}

test("R16: an installation is backed up, its secret changed, and the backup restored under the secret of then", async () => {
  await using installed = await installation("first");
  expect(await installed.run("account create --email ada@example.org --balance 25")).toMatchObject({ code: 0 });
  const secretOfThen = readFileSync(join(installed.dataDir, "secret"), "utf8");
  const file = join(folder, "a.backup");
  const written = await installed.run(`backup ${file}`);
  expect(written).toMatchObject({ code: 0, stderr: "" });
  expect(written.stdout).toMatch(
    /a\.backup holds \d+ rows of \d+ tables, in [\d.]+ KB\.\nKeep the secret too, in another place \(.*first\/secret\)/,
  );
  expect(await installed.run(`backup ${file}`)).toMatchObject({
    code: 1,
    stderr: `There is already a file ${file}: name another one.\n`,
  });

  const changed = await installed.run("secret rotate");
  expect(changed).toMatchObject({ code: 0, stderr: "" });
  expect(changed.stdout).toMatch(
    /^0 values are encrypted under the new secret\.\nThe old one is kept in .*secret\.until-\d{14}: /,
  );
  expect(readFileSync(join(installed.dataDir, "secret"), "utf8")).not.toBe(secretOfThen);
  const kept = readdirSync(installed.dataDir).find((name) => name.startsWith("secret.until-")) ?? "";
  expect(readFileSync(join(installed.dataDir, kept), "utf8")).toBe(secretOfThen);

  await using other = await installation("other", { empty: true });
  expect(await other.run(`restore ${file}`)).toMatchObject(refusal("There is no secret"));
  // Which made none, and no table either.
  expect(existsSync(join(other.dataDir, "secret"))).toBe(false);
  mkdirSync(other.dataDir);
  writeFileSync(join(other.dataDir, "secret"), readFileSync(join(installed.dataDir, "secret")));
  expect(await other.run(`restore ${file}`)).toMatchObject(refusal("under another secret"));
  writeFileSync(join(other.dataDir, "secret"), secretOfThen);
  const restored = await other.run(`restore ${file}`);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored \d+ rows of \d+ tables, as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
  expect((await other.run("account list")).stdout).toContain("ada@example.org");
  expect((await other.run("check")).stdout).toContain("No differences found.");
});

test("while a change of the secret is unfinished, no other command starts, and the change continues with the same new secret", async () => {
  await using installed = await installation("changing");
  expect((await installed.run("account list")).code).toBe(0);
  const next = "the one that an interrupted change has made already";
  writeFileSync(join(installed.dataDir, "secret.next"), `${next}\n`);
  const says = "A change of the secret was interrupted: finish it with npx gatepost secret rotate.\n";
  for (const command of ["account list", `backup ${join(folder, "half.backup")}`, "demo"])
    expect(await installed.run(command)).toEqual({ code: 1, stdout: "", stderr: says });
  expect((await installed.run("secret rotate")).code).toBe(0);
  expect(readFileSync(join(installed.dataDir, "secret"), "utf8").trim()).toBe(next);
  expect((await installed.run("account list")).code).toBe(0);
});

test("a change of the secret that is refused leaves everything as it was", async () => {
  await using installed = await installation("busy");
  expect((await installed.run("account list")).code).toBe(0);
  const other = await installed.db.pool.connect();
  await other.query("set application_name = 'gatepost web'");
  expect(await installed.run("secret rotate")).toMatchObject(refusal("stop Gatepost first"));
  await other.query("reset application_name");
  other.release();
  expect(existsSync(join(installed.dataDir, "secret.next"))).toBe(false);
  expect((await installed.run("account list")).code).toBe(0);
});

test("with a secret that is not the database's, no command starts", async () => {
  await using installed = await installation("mistaken");
  expect((await installed.run("account list")).code).toBe(0);
  const right = readFileSync(join(installed.dataDir, "secret"), "utf8");
  writeFileSync(join(installed.dataDir, "secret"), "a secret of another installation altogether");
  for (const command of ["account list", `backup ${join(folder, "mistaken.backup")}`, "secret rotate"])
    expect(await installed.run(command)).toMatchObject(refusal("encrypted under another secret"));
  writeFileSync(join(installed.dataDir, "secret"), right);
  expect((await installed.run("account list")).code).toBe(0);
});

test("a secret set by the environment is changed to the one in GATEPOST_SECRET_NEXT", async () => {
  await using installed = await installation("by-environment");
  const present = "the present secret, of more than 32 characters";
  const rotate = (next: string) =>
    gatepost("secret rotate", {
      DATABASE_URL: installed.db.pool.options.connectionString ?? "",
      GATEPOST_DATA_DIR: installed.dataDir,
      GATEPOST_SECRET: present,
      GATEPOST_SECRET_NEXT: next,
    });
  for (const wrong of ["", "short", present])
    expect(await rotate(wrong)).toMatchObject(refusal("set GATEPOST_SECRET_NEXT"));
  expect(await rotate("the secret to come, of more than 32 characters")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Set GATEPOST_SECRET to what GATEPOST_SECRET_NEXT holds"),
  });
});

test("without DATABASE_URL the embedded database is started for each command, which says where tables come from, and is backed up and restored", {
  timeout: 120_000,
}, async () => {
  const [from, to] = [join(folder, "embedded"), join(folder, "embedded-again")];
  const file = join(folder, "embedded.backup");
  const run = (dataDir: string, command: string) => gatepost(command, { GATEPOST_DATA_DIR: dataDir });
  const create = "account create --email ada@example.org --balance 3";
  expect(await run(from, create)).toEqual({ ...refusal("There is no installation in"), stdout: "" });
  mkdirSync(from, { mode: 0o711 });
  expect(await run(from, create)).toEqual({ ...refusal("run npx gatepost migrate"), stdout: "" });
  expect(await run(from, "migrate")).toMatchObject({ code: 0 });
  expect(await run(from, create)).toMatchObject({ code: 0, stderr: "" });
  expect(await run(from, `backup ${file}`)).toMatchObject({ code: 0, stderr: "" });
  expect(await run(from, `restore ${file}`)).toMatchObject(refusal("The database holds data already"));
  mkdirSync(to, { mode: 0o711 });
  writeFileSync(join(to, "secret"), readFileSync(join(from, "secret")));
  const none = join(folder, "none.backup");
  expect(await run(to, `restore ${none}`)).toEqual({ code: 1, stdout: "", stderr: `There is no file ${none}.\n` });
  expect(await run(to, `restore ${file}`)).toMatchObject({ code: 0, stderr: "" });
  expect((await run(to, "account list")).stdout).toContain("ada@example.org");
});
