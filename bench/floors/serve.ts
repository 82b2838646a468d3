import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Answering = (body: string, path: string, header: (name: string) => string | null) => Promise<string>;

/**
 * A minimal node:http server: reads the body, and sends the result of `answer` as JSON. Idle connections are never
 * closed.
 */
export function serve(answer: Answering): Server {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
      answer(body, request.url ?? "", header).then(
        (text) => {
          response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
          response.end(text);
        },
        (error: Error) => {
          response.writeHead(500);
          response.end(error.message);
        },
      );
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // As the product's web server says it.
    console.log(JSON.stringify({ event: "listening", url }));
  });
  return server;
}
