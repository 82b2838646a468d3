import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { cloneDatabase } from "@gatepost/db/testing";
import { afterAll, expect, test } from "vitest";
import { prepareDatabase } from "../../apps/cli/src/up/prepare-database.ts";
import { root } from "../checks.ts";
import { newAccount } from "../factories.ts";
import { openFolder } from "../folder.ts";
import { freePort } from "../free-port.ts";
import { taskMaker } from "./bodies.ts";
import { post } from "./call.ts";
import { openDatabase, openOwnOperator, openSite } from "./wire.ts";

const secret = randomBytes(32).toString("hex");

const database = await openDatabase();
await prepareDatabase({ databaseUrl: database.url, secret });
const operator = openOwnOperator({ database, secret });
const folder = openFolder();
const websiteURL = await openSite((_, response) => {
  response.setHeader("content-type", "text/html").end("<form><input id=value></form>");
});
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

/** `gatepost NAME`, as a service runs it, on a machine that has nothing but these settings. */
function gatepost(name: string, settings: Record<string, string>, ...options: string[]): ChildProcess {
  const child = spawn("node", ["bootstrap.mjs", "apps/cli/src/main.ts", name, ...options], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      GATEPOST_DATA_DIR: join(folder, name),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  return child;
}

async function end(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  const [code] = await once(child, "close");
  return { code, output: (await output).join("") };
}

test("a web server and a worker that are started by themselves, each with its own role's address, are an installation", async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // Both refuse an address that is not allowed.
  const common = { GATEPOST_SECRET: secret, GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" };
  const web = gatepost("web", { ...common, DATABASE_URL: database.webUrl, PORT: port });
  const worker = gatepost("worker", { ...common, DATABASE_URL: database.workerUrl });
  const ended = [end(web), end(worker)];
  const ready = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
  await expect.poll(ready, { timeout: 120_000, interval: 200 }).toBe(200);

  const account = await newAccount(operator);
  const { clientKey } = account;
  const create = await taskMaker((method, body) => post(url, method, body), operator, account);
  const result = async (taskId: number) => (await post(url, "getTaskResult", { clientKey, taskId })).body;
  const waits = (taskId: number) => expect.poll(() => result(taskId)).toMatchObject({ waitingFor: ["code"] });
  const push = (taskId: number) => post(url, "pushAntiGateVariable", { clientKey, taskId, name: "code", value: "1" });
  const isReady = (taskId: number) => expect.poll(() => result(taskId)).toMatchObject({ status: "ready" });
  const first = await create({ websiteURL });
  await waits(first);
  await push(first);
  await isReady(first);

  // SIGUSR2, as from systemctl reload: the next worker takes new tasks, and the wait goes on in the one before.
  const before = await create({ websiteURL });
  await waits(before);
  worker.kill("SIGUSR2");
  const workers = () => operator.db.prisma.worker.count({ where: { endedAt: null } });
  await expect.poll(workers, { timeout: 120_000 }).toBe(2);
  const last = await create({ websiteURL });
  await waits(last);
  await push(before);
  await isReady(before);
  await expect.poll(workers).toBe(1);
  const { attempts } = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: before } });
  expect(attempts).toBe(1);

  // SIGTERM to npm, as from systemd: the worker lets its wait end, then both end with 0.
  worker.kill("SIGTERM");
  await push(last);
  await isReady(last);
  expect(await ended[1]).toMatchObject({ code: 0, output: expect.stringContaining('"event":"stopped"') });
  web.kill("SIGTERM");
  expect(await ended[0]).toMatchObject({ code: 0 });
});

test("a web server that is newer than its database takes calls, and is ready once the database has been migrated", async () => {
  const older = await cloneDatabase();
  await prepareDatabase({ databaseUrl: older.url, secret });
  // The tables of this version, and a history in which the last migration is still being applied.
  const last = "where migration_name = (select max(migration_name) from _prisma_migrations)";
  await older.asAdmin(`update _prisma_migrations set finished_at = null ${last}`);
  const port = String(await freePort());
  const web = gatepost("web", { DATABASE_URL: older.webUrl, GATEPOST_SECRET: secret, PORT: port });
  const at = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    return response && { status: response.status, body: await response.json() };
  };
  await expect.poll(() => at("/healthz"), { timeout: 120_000 }).toMatchObject({ status: 200 });
  await expect
    .poll(() => at("/readyz"))
    .toMatchObject({
      status: 503,
      body: { database: true, migrations: false, reason: expect.stringContaining("gatepost migrate") },
    });
  await older.asAdmin(`update _prisma_migrations set finished_at = now() ${last}`);
  await expect.poll(() => at("/readyz")).toMatchObject({ body: { migrations: true, reason: "No worker is alive." } });
  web.kill("SIGTERM");
  expect(await end(web)).toMatchObject({ code: 0 });
  await older.drop();
});

test.each([
  ["web", {}, "DATABASE_URL is not set"],
  ["worker", {}, "DATABASE_URL is not set"],
  ["web", { DATABASE_URL: "postgresql://127.0.0.1:9/x" }, "GATEPOST_SECRET is not set"],
  ["worker", { DATABASE_URL: "postgresql://127.0.0.1:9/x" }, "GATEPOST_SECRET is not set"],
])(
  "gatepost %s with %j says what to set, because nothing on this machine could take its place",
  async (name, settings, sentence) => {
    const { code, output } = await end(gatepost(name, settings));
    expect(code).toBe(1);
    expect(output).toContain(sentence);
  },
);

test("gatepost web --build-only ends once the web app is built, without a database", async () => {
  expect(await end(gatepost("web", {}, "--build-only"))).toMatchObject({ code: 0 });
});
