import { lookup } from "node:dns/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { Step } from "@gatepost/contract/steps";
import { egressPolicy } from "@gatepost/domain/tasks/egress";
import { expect, test } from "./flow.ts";

/** A listener of this machine that no task may reach: it says how often it was. */
interface Forbidden {
  url: string;
  port: number;
  packets: number;
  server: Server;
}

async function listenAt(address: string, host: string): Promise<Forbidden> {
  const forbidden = { url: "", port: 0, packets: 0, server: createServer((_, response) => response.end("secret")) };
  forbidden.server.on("connection", () => {
    forbidden.packets += 1;
  });
  await new Promise<void>((resolve) => forbidden.server.listen(0, address, resolve));
  forbidden.port = (forbidden.server.address() as AddressInfo).port;
  forbidden.url = `http://${host}:${forbidden.port}/`;
  return forbidden;
}

/** A name of this machine, other than localhost, that leads to an address which no task may reach. */
async function closedName(): Promise<{ name: string; address: string } | undefined> {
  const own = new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((one) => one?.address),
  );
  for (const name of [hostname(), "localhost.localdomain", "own.localhost"]) {
    const address = (await lookup(name, { family: 4 }).catch(() => undefined))?.address;
    if (address && (own.has(address) || address.startsWith("127.")) && !allows(address, name)) return { name, address };
  }
  return undefined;
}

const allows = (address: string, host: string) => egressPolicy().allows({ address, port: 80, host });
const behindName = await closedName();
const noName = "Neither this machine's name nor a usual one leads to an address of it that is closed to tasks.";

test("a forbidden literal address is refused before there is a task", async ({ caller }) => {
  const listener = await listenAt("127.0.0.1", "127.0.0.1");
  for (const websiteURL of [
    listener.url,
    `http://localhost:${listener.port}/`,
    `http://[::ffff:127.0.0.1]:${listener.port}/`,
    `http://2130706433:${listener.port}/`,
    `http://127.1:${listener.port}/`,
  ])
    await expect(
      caller.client.createTask({ task: { type: "AntiGateTask", websiteURL, templateName: "any", variables: {} } }),
    ).rejects.toMatchObject({ errorCode: "ERROR_WEBSITE_NOT_ALLOWED" });
  expect(listener.packets).toBe(0);
  listener.server.close();
});

test("a forbidden address behind a name ends the task as ERROR_WEBSITE_NOT_ALLOWED, and nothing reaches it", async ({
  installation,
  caller,
}) => {
  test.skip(!behindName, noName);
  const listener = await listenAt(behindName?.address ?? "", behindName?.name ?? "");
  const first = await caller.run([{ type: "TAKE_SCREENSHOT" }], "/");
  await caller.solution(first);
  const version = await installation.operator.db.prisma.template.findFirstOrThrow({
    where: { accountId: caller.accountId },
  });
  const { taskId } = await caller.client.createTask({
    task: { type: "AntiGateTask", websiteURL: listener.url, templateName: version.name, variables: {} },
  });
  expect((await caller.failure(taskId)).errorCode).toBe("ERROR_WEBSITE_NOT_ALLOWED");
  expect(listener.packets).toBe(0);
  expect((await caller.client.getBalance()).balance, "it costs nothing").toBe(9.998);
  listener.server.close();
});

for (const [what, closed] of [
  ["a literal", { name: "127.0.0.1", address: "127.0.0.1" }],
  ["a name", behindName],
] as const) {
  test(`a step that opens a forbidden address, ${what}, is refused on the way`, async ({ caller }) => {
    test.skip(!closed, noName);
    const listener = await listenAt(closed?.address ?? "", closed?.name ?? "");
    const taskId = await caller.run([{ type: "OPEN_PAGE", url: { variable: "where" } }], "/", { where: listener.url });
    expect((await caller.failure(taskId)).errorCode).toBe("ERROR_WEBSITE_NOT_ALLOWED");
    expect(listener.packets).toBe(0);
    listener.server.close();
  });
}

test("a page of the open site reaches no forbidden address, in any of the ways that a page has", async ({
  installation,
  caller,
}) => {
  const listener = await listenAt("127.0.0.1", "127.0.0.1");
  const steps: Step[] = [
    { type: "OPEN_PAGE", url: { variable: "page" } },
    { type: "WAIT_FOR_TEXT", text: { permanent: "Tried it all" } },
  ];
  const page = `${installation.site.url}/reach?to=${encodeURIComponent(listener.url)}`;
  await caller.solution(await caller.run(steps, "/", { page }));
  expect(listener.packets).toBe(0);
  listener.server.close();
});
