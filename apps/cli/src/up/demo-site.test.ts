import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Site } from "../demo-site/server.ts";
import { startDemoSite } from "./demo.ts";

let folder: string;
const running: { close(): unknown }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatepost-demo-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

/** Another program, on the documentation's port. */
async function takePort(port = 0): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  running.push(server);
  return { port: (server.address() as AddressInfo).port, server };
}

const release = (server: Server) => new Promise((resolve) => server.close(resolve));

async function start(usualPort: number): Promise<Site> {
  const site = await startDemoSite(folder, usualPort);
  running.push(site);
  return site;
}

async function stop(site: Site): Promise<void> {
  running.splice(running.indexOf(site), 1);
  await site.close();
}

test("the site is on its usual port if that is free", async () => {
  const { port, server } = await takePort();
  await release(server);
  expect((await start(port)).port).toBe(port);
});

test("if its usual port was taken, a restart uses the same port as the previous start", async () => {
  const { port: usual, server } = await takePort();
  const first = await start(usual);
  expect(first.port).not.toBe(usual);
  await stop(first);
  expect((await start(usual)).port).toBe(first.port);
  await stop(running.at(-1) as Site);
  // Also once the other program has ended, because tasks that were running have the previous address.
  await release(server);
  expect((await start(usual)).port).toBe(first.port);
});

test.for(["", "none", "-1", "70000", "3900.5"])("text in its file that is not a port is ignored: %j", async (text) => {
  writeFileSync(join(folder, "demo-port"), text);
  const { port, server } = await takePort();
  await release(server);
  expect((await start(port)).port).toBe(port);
});
