import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { can, isRoot, ordinaryUser, type User } from "@gatepost/db/embedded/user";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { freePort } from "../../../../tests/free-port.ts";
import { listen } from "../../../../tests/listen.ts";
import { runToEnd } from "../../../../tests/run-to-end.ts";
import { announce } from "../installation/running.ts";
import { untilReady, workerUser } from "../up/programs.ts";

const main = join(import.meta.dirname, "../main.ts");

test("a port that is taken ends the start with one sentence, which says whether this checkout runs there already", async () => {
  const other = createServer();
  const { port } = await listen(other);
  const { code, stdout, stderr } = await up({ PORT: String(port) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    `Port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start.\n`,
  );
  const dataDir = openFolder();
  const running = { pid: process.pid, dataDir, url: `http://127.0.0.1:${port}`, ownDatabase: false, demo: undefined };
  using _ = announce(running);
  const second = await up({ PORT: String(port) });
  other.close();
  expect(second).toMatchObject({
    code: 1,
    stderr: `Gatepost runs on port ${port} already, as process ${process.pid} with the data in ${dataDir}: stop that one, or set another PORT and another GATEPOST_DATA_DIR for a second one.\n`,
  });
});

test("another installation that has taken the port since is not announced as ours", async () => {
  let answers = 0;
  const other = createHttpServer((_, response) => {
    answers += 1;
    response.end();
  });
  const { url } = await listen(other);
  let [isReady, isOurs] = [false, false];
  const ready = untilReady(url, new AbortController().signal, () => isOurs).then(() => {
    isReady = true;
  });
  await expect.poll(() => answers).toBeGreaterThan(1);
  expect(isReady).toBe(false);
  isOurs = true;
  await ready;
  other.close();
});

test("the wait for the web server goes through no proxy", async () => {
  const server = createHttpServer((_, response) => response.end());
  const { url } = await listen(server);
  const program = `import(${JSON.stringify(new URL("../up/programs.ts", import.meta.url).href)}).then(({ untilReady }) =>
    untilReady("${url}", AbortSignal.timeout(10_000)));`;
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "" };
  expect(await once(spawn(process.execPath, ["-e", program], { env }), "exit")).toEqual([0, null]);
  server.close();
});

test("if HOST accepts other machines and GATEPOST_ORIGIN is not set, the start ends with one sentence", async () => {
  const { code, stdout, stderr } = await up({ HOST: "0.0.0.0", GATEPOST_ORIGIN: "" });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^HOST is 0\.0\.0\.0, which other machines can reach: set GATEPOST_ORIGIN to .*\n$/);
});

test("wrong settings of the web server and the worker end the start before anything runs, each with its sentence", async () => {
  const { code, stdout, stderr } = await up({
    GATEPOST_RATE_LIMIT: "many",
    GATEPOST_FAST_PATH: "maybe",
    GATEPOST_MAIL_FROM: "a@example.com",
    WORKER_FILES_MB: "33",
    GATEPOST_S3_BUCKET: "s3://b",
    DATABASE_URL: "postgresql://",
  });
  for (const sentence of [
    'GATEPOST_RATE_LIMIT is "many": ',
    'GATEPOST_FAST_PATH is "maybe": give it on or off',
    "GATEPOST_MAIL_FROM is set, and GATEPOST_SMTP_URL is not",
    'WORKER_FILES_MB is "33": ',
    'GATEPOST_S3_BUCKET is "s3://b": ',
    "DATABASE_URL is no address of a PostgreSQL database: ",
  ])
    expect(stderr).toContain(sentence);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("a data folder that cannot be made ends the start with one sentence", async () => {
  const { code, stdout, stderr } = await up({ PORT: String(await freePort()), GATEPOST_DATA_DIR: main });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(`${main} cannot be made, since a part of it is a file: `);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("a database that cannot be reached ends the start with one sentence", async () => {
  const other = createServer();
  const { port } = await listen(other);
  other.close();
  const dataDir = join(openFolder(), "new/data");
  const secret = { GATEPOST_SECRET: "a secret that is only used by tests", GATEPOST_DATA_DIR: dataDir };
  const database = { DATABASE_URL: "postgresql://ann:secret@127.0.0.1:9/x" };
  const { code, stderr } = await up({ PORT: String(port), ...database, ...secret });
  expect(code).toBe(1);
  expect(existsSync(dataDir), "the folder in which a start is announced").toBe(true);
  // What takes longer than a second says so first; the web app is built beside it.
  expect(stderr).toMatch(/^(?:· .*\n)*The database 127\.0\.0\.1:9\/x cannot be reached .*\n$/);
});

const hasUser = isRoot() && can(ordinaryUser("gatepost"), "execute", process.execPath);
const asAnother = skippedIf(hasUser ? undefined : "Only root becomes another user, who can enter the checkout.");
test("root's worker is an ordinary user's, also where there is no data folder yet", asAnother, async () => {
  const dataDir = join(openFolder(), "new");
  const { user } = await workerUser({ script: process.execPath, browsers: {}, dataDir }, () => {});
  expect(user).toEqual(ordinaryUser("gatepost"));
});

test("restart-worker says that another user runs the installation", asAnother, async () => {
  const dataDir = openFolder();
  using _ = announce({ pid: process.pid, dataDir, url: "http://127.0.0.1:9", ownDatabase: false, demo: undefined });
  const { code, stderr } = await run("restart-worker", { GATEPOST_DATA_DIR: dataDir }, ordinaryUser("gatepost"));
  const sentence = `Another user runs the installation, as process ${process.pid}: run this command as that user.\n`;
  expect({ code, stderr }).toEqual({ code: 1, stderr: sentence });
});

const run = (command: string, env: NodeJS.ProcessEnv, user?: User) =>
  runToEnd(process.execPath, [main, command], { ...user, env: { ...process.env, ...env } });

const up = (env: NodeJS.ProcessEnv) => run("up", env);
