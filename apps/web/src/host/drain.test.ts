import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../../../../tests/listen.ts";
import { closeAfterResponse, drain } from "./drain.ts";

async function listening(handle: (response: ServerResponse) => void): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => handle(response));
  return { server, url: (await listen(server)).url };
}

const ask = (url: string, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on("end", () => resolve(response))).on("error", reject);
  });

test("a call under way is answered, its connection closed, and nobody else is let in", async () => {
  let answer = () => {};
  const arrived = Promise.withResolvers<void>();
  const { server, url } = await listening((response) => {
    answer = () => response.end("done");
    arrived.resolve();
  });
  const agent = new Agent({ keepAlive: true });
  const call = ask(url, agent);
  await arrived.promise;
  closeAfterResponse(server);
  const drained = drain(server);
  await expect(ask(url, new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
  answer();
  expect((await call).statusCode).toBe(200);
  await drained;
  agent.destroy();
});

test("a call on an idle connection that its client may still use is answered, and the connection is closed", async () => {
  const { server, url } = await listening((response) => response.end("done"));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(url, agent)).headers.connection).toBe("keep-alive");
  closeAfterResponse(server);
  const drained = drain(server);
  const late = await ask(url, agent);
  expect([late.statusCode, late.headers.connection]).toEqual([200, "close"]);
  await drained;
  agent.destroy();
});
