import { createServer } from "node:http";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../../../tests/listen.ts";
import { unlimited } from "../http/rate-limit.ts";
import { openLiveRelay } from "./live-relay.ts";

const relay = openLiveRelay({ app: {} as never, limiter: unlimited, viewers: {} as never });
const server = createServer();
server.on("upgrade", (request, socket, head) => {
  void relay.accept(request, socket, head, String(request.headers["x-address"]));
});
const { port } = await listen(server);
afterAll(() => {
  relay.stop();
  server.close();
});

/** The beginning of the answer to somebody at this address, who asks for a live page, answers nothing and closes nothing. */
async function ask(address: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  const site = `127.0.0.1:${port}`;
  const upgrade = ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13"];
  const key = `sec-websocket-key: ${Buffer.alloc(16).toString("base64")}`;
  const head = [`host: ${site}`, `origin: http://${site}`, `x-address: ${address}`, ...upgrade, key];
  socket.write(`GET /live HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  return new Promise((resolve) => socket.once("data", (data) => resolve(data.toString("latin1", 9, 12))));
}

test("live pages that are refused, because their address opens too many, take no place from others until they have closed", async () => {
  const many = await Promise.all(Array.from({ length: 520 }, () => ask("192.0.2.1")));
  expect(new Set(many)).toEqual(new Set(["101"]));
  expect(await ask("192.0.2.2")).toBe("101");
});
