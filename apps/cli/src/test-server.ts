import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll } from "vitest";
import { listen } from "../../../tests/listen.ts";
import type { Ended } from "../../../tests/run-to-end.ts";
import type { Command } from "./test-command.ts";

/**
 * Runs a caller's command against a server that gives these answers, the last one again and again, and keeps what it was asked:
 * the wire itself has its own tests.
 */
export async function openCaller(gatepost: (command: Command, env: Record<string, string>) => Promise<Ended>) {
  let answers: object[] = [];
  const server = await startTestServer(() => (answers.length > 1 ? answers.shift() : answers[0]) ?? {});
  afterAll(() => server[Symbol.asyncDispose]());
  const env = { GATEPOST_URL: server.url, GATEPOST_KEY: "gp_any" };
  return {
    received: server.received,
    call(command: Command, ...answered: object[]): Promise<Ended> {
      server.received.length = 0;
      answers = answered;
      return gatepost(command, env);
    },
  };
}

/** A server that gives each call the answer that `answer` returns, after it has been recorded. */
export async function startTestServer(
  answer: (method: string, body: Record<string, unknown>) => object | Promise<object>,
) {
  const received: { method: string; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const method = request.url?.slice(1) ?? "";
    const body = (await json(request)) as Record<string, unknown>;
    received.push({ method, body });
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify(await answer(method, body)));
  });
  const { url } = await listen(server);
  return {
    url,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
