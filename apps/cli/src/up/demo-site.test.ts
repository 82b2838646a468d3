import { rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { listen } from "../../../../tests/listen.ts";
import type { Site } from "../demo-site/server.ts";
import { startDemoSite } from "./demo.ts";

const folder = openFolder();
const running: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  rmSync(join(folder, "demo-port"), { force: true });
});

/** Another program, on the documentation's port. */
async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  running.push(server);
  return { ...(await listen(server)), server };
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

test.for([undefined, "", "-1", "70000", "3900.5"])(
  "its usual port is free, and its file has no other: %j",
  async (text) => {
    if (text !== undefined) writeFileSync(join(folder, "demo-port"), text);
    const { port, server } = await takePort();
    await release(server);
    expect((await start(port)).port).toBe(port);
  },
);
