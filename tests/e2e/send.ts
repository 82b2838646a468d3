import { request } from "node:http";

export interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** One request as it stands here, from an address of the loopback. Nothing is added, and no redirect is followed. */
export function send(
  url: string,
  {
    from = "127.0.0.1",
    method = "GET",
    headers = {},
    body,
  }: { from?: string; method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(url, {
      method,
      localAddress: from,
      agent: false,
      headers: {
        ...(text !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.end(text);
  });
}
