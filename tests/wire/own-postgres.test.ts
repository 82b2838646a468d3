import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startEmbedded } from "@gatepost/db/embedded/embedded";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { afterAll, expect, test } from "vitest";
import { gatepost } from "../../apps/cli/src/test-command.ts";
import { newAccount, newTemplate, openOperator } from "../factories.ts";
import { openFolder } from "../folder.ts";
import { startInstallation } from "../installation.ts";
import { post } from "./call.ts";
import { ask } from "./standby.ts";
import { openTestWorker } from "./test-worker.ts";

/** Row S18 on a PostgreSQL of the operator's own, set up as docs/operating/postgresql.md says: its blocks are pasted here. */

const root = dirname(dirname(import.meta.dirname));
const section = /## A PostgreSQL of your own\n([\s\S]*?)\n## /.exec(
  readFileSync(join(root, "docs/operating/postgresql.md"), "utf8"),
)?.[1] as string;
const [sql = "", ini = ""] = ["sql", "ini"].map(
  (language) => new RegExp(`\`\`\`${language}\n([^\`]*)`).exec(section)?.[1],
);
const secret = "a secret that is only used by tests";

const folder = openFolder();
const server = await startEmbedded({ dataDir: join(folder, "postgres"), durable: false });
afterAll(() => server.stop());

const at = (address: string, database: string) => {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
};

/** As the operator gets it: with a superuser, and without our roles and database. */
async function empty(): Promise<void> {
  for (const statement of [
    "drop database if exists gatepost with (force)",
    ...["owner", "web", "worker"].map((role) => `drop role if exists gatepost_${role}`),
  ])
    await ask(at(server.adminUrl, "postgres"), statement);
}

/** The addresses of the page, on this server. */
function settings(): { env: Record<string, string>; database: DatabaseUrls } {
  const host = `127.0.0.1:${server.port}`;
  const env = Object.fromEntries(
    [...ini.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value = ""]) => [
      name,
      value.replace("db.example.com:5432", host),
    ]),
  );
  const { DATABASE_URL = "", GATEPOST_WEB_DATABASE_URL = "", GATEPOST_WORKER_DATABASE_URL = "" } = env;
  return {
    env: { ...env, GATEPOST_SECRET: secret, GATEPOST_DATA_DIR: folder },
    database: { url: DATABASE_URL, webUrl: GATEPOST_WEB_DATABASE_URL, workerUrl: GATEPOST_WORKER_DATABASE_URL },
  };
}

/** A task from its creation by HTTP to its end, by a worker without a browser; and what the web server logged. */
async function runTask(database: DatabaseUrls): Promise<string> {
  const installation = await startInstallation({ database, secret });
  const operator = openOperator(installation);
  try {
    const { clientKey, ...account } = await newAccount(operator);
    const templateName = await newTemplate(operator, account, [{ type: "TAKE_SCREENSHOT" }]);
    const task = { type: "AntiGateTask", websiteURL: "http://127.0.0.1/", templateName };
    const { taskId } = (await post(installation.url, "createTask", { clientKey, task })).body;
    const worker = await openTestWorker(operator);
    await worker.finish(await worker.claim(taskId));
    await worker.retire();
    expect((await post(installation.url, "getTaskResult", { clientKey, taskId })).body).toMatchObject({
      status: "ready",
    });
    return installation.log();
  } finally {
    await operator.close();
    await installation.stop();
  }
}

test("with the roles of docs/operating/postgresql.md a database is migrated, and web and worker do their work", async () => {
  await empty();
  for (const statement of sql.split(";").filter((text) => text.trim()))
    await ask(at(server.adminUrl, "postgres"), statement);
  const { env, database } = settings();
  const migrated = await gatepost(["migrate"], env);
  expect(migrated, migrated.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("applied ") });
  expect(await runTask(database)).not.toContain("protection missing");
  for (const url of [database.webUrl, database.workerUrl])
    for (const statement of ["create table t ()", "create temporary table t ()", "delete from ledger_entry"])
      await expect(ask(url, statement), statement).rejects.toMatchObject({ code: "42501" });
});

test("one address alone does for everything, and the log says that its role may do more than is needed", async () => {
  await empty();
  await ask(at(server.adminUrl, "postgres"), "create database gatepost");
  const url = server.adminUrl;
  const log = await runTask({ url, webUrl: url, workerUrl: url });
  expect(log).toMatch(/"event":"protection missing","what":"database role","role":"gatepost","power":"superuser"/);
});

test("what a superuser owns is transferred to an owner, and works on with roles", async () => {
  const before = await ask(server.adminUrl, "select id, email, available, held from account order by id");
  const { env, database } = settings();
  const refused = await gatepost(["migrate"], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("refuses its user or password") });
  const migrated = await gatepost(["migrate"], { ...env, GATEPOST_ADMIN_DATABASE_URL: server.adminUrl });
  expect(migrated, migrated.stderr).toMatchObject({ code: 0 });
  expect(await ask(database.webUrl, "select id, email, available, held from account order by id")).toEqual(before);
  expect(await runTask(database)).not.toContain("protection missing");
});
