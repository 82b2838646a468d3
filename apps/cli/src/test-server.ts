import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface TestServer extends AsyncDisposable {
  url: string;
  received: { method: string; body: Record<string, unknown> }[];
}

/** A server that gives each call the answer that `answer` returns, after it has been recorded. */
export async function startTestServer(
  answer: (method: string, body: Record<string, unknown>) => object | Promise<object>,
): Promise<TestServer> {
  const received: TestServer["received"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const method = request.url?.slice(1) ?? "";
    const body = JSON.parse(Buffer.concat(chunks).toString());
    received.push({ method, body });
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify(await answer(method, body)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
