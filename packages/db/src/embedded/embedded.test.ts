import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { ask } from "../testing.ts";
import { type Embedded, runningUrls, shareEmbedded, startEmbedded } from "./embedded.ts";
import { lives } from "./process.ts";
import { isRoot } from "./user.ts";

let running: Embedded | undefined;

const folder = openFolder();
const dataDir = join(folder, "data");

afterEach(() => running?.stop());

test("a second start goes on with the same data, at the same address", async () => {
  const first = await start();
  expect(await ask(first.url, "CREATE TABLE kept AS SELECT 7 AS n")).toBeDefined();
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
});

test("only its owner can read the password and the log, also where root has started it, and only this machine can connect", async () => {
  const { url } = await start();
  expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
  expect(await ask(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(ask(wrong.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  const [log, cluster] = await Promise.all(["postgres.log", "cluster"].map((name) => stat(join(dataDir, name))));
  expect(log?.uid).toBe(cluster?.uid);
});

test("a folder in use is refused, and its address can be read", async () => {
  expect(runningUrls(dataDir)).toBeUndefined();
  const { url } = await start();
  const child = launch();
  expect(await said(child)).toMatch(`is in use by process ${process.pid}: stop that one`);
  expect(runningUrls(dataDir)?.url).toBe(url);
});

test("a server that a command started goes on until the other commands that use it have ended", async () => {
  const [first, second] = await Promise.all([shareEmbedded(dataDir), shareEmbedded(dataDir)]);
  expect(second.url).toBe(first.url);
  const third = await shareEmbedded(dataDir);
  const ended = Promise.all([first, second].map((one) => one[Symbol.asyncDispose]()));
  expect(await ask(third.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  expect(runningUrls(dataDir)?.url).toBe(third.url);
  await third[Symbol.asyncDispose]();
  await ended;
  expect(runningUrls(dataDir)).toBeUndefined();
});

test("when its launcher or the server itself is killed, that is noticed, and the next start recovers", async () => {
  const child = launch();
  const url = await said(child);
  await ask(url, "INSERT INTO kept VALUES (8)");
  const postmaster = await postmasterOf(dataDir);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  await expect.poll(() => lives(postmaster)).toBe(false);
  const kept = async ({ url }: Embedded) => (await ask(url, "SELECT count(*)::int FROM kept"))[0]?.count;
  const next = await start();
  expect(await kept(next)).toBe(2);
  process.kill(await postmasterOf(dataDir), "SIGKILL");
  await next.exited;
  expect(await kept(await start())).toBe(2);
});

test("when its port was taken meanwhile another one is found", async () => {
  const first = await start();
  await first.stop();
  const thief = createServer();
  await new Promise<void>((resolve) => thief.listen(first.port, "127.0.0.1", resolve));
  expect((await start()).port).not.toBe(first.port);
  thief.close();
});

test.skipIf(!isRoot())(
  "as root, a cluster that belongs to root is refused in a sentence that says what to do",
  async () => {
    await running?.stop();
    const cluster = join(dataDir, "cluster");
    const { uid, gid } = await stat(cluster);
    await chown(cluster, 0, 0);
    await expect(start()).rejects.toThrow(`PostgreSQL must not run as root: chown -R postgres: ${cluster}`);
    await chown(cluster, uid, gid);
  },
);

test("a cluster of another version is left alone", async () => {
  await running?.stop();
  await writeFile(join(dataDir, "cluster/PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow("made by PostgreSQL 17");
});

async function start(): Promise<Embedded> {
  running = await startEmbedded({ dataDir, durable: false });
  return running;
}

/** Another process that starts the server, says its address or why not, and waits. */
function launch(): ChildProcess {
  const program = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false }).catch((error) => ({ url: error.message }));
    console.log(url);`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
}

async function said(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) return line;
  throw new Error("It said nothing.");
}

async function postmasterOf(home: string): Promise<number> {
  return Number((await readFile(join(home, "cluster/postmaster.pid"), "utf8")).split("\n")[0]);
}
