import { connect } from "node:net";

export interface RawResponse {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
}

/** Sends these lines as one HTTP request, exactly as they stand, and resolves with what came until the end. */
export function sendRaw(url: string, lines: readonly string[], body = ""): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setEncoding("latin1");
    let text = "";
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", reject);
    socket.on("end", () => {
      const end = text.indexOf("\r\n\r\n");
      const head = text.slice(0, end);
      const content = text.slice(end + 4);
      const body = /^transfer-encoding: chunked/im.test(head) ? joinChunks(content) : content;
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body });
    });
    socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  });
}

interface Sent {
  /** Of the address, unless another is said. */
  host?: string;
  headers?: readonly string[];
  /** As text, or as what its JSON is. */
  body?: string | object | undefined;
}

/** Sends a request with these headers, exactly as they stand, after the usual ones. */
export function send(url: string, method: string, path: string, { host, headers = [], body = "" }: Sent = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? [] : ["Content-Type: application/json"];
  const about = [`Host: ${host ?? new URL(url).host}`, ...type, `Content-Length: ${Buffer.byteLength(text)}`];
  return sendRaw(url, [`${method} ${path} HTTP/1.1`, ...about, ...headers], text);
}

function joinChunks(content: string): string {
  const [, size, rest = ""] = /^([\da-f]+)\r\n(.*)$/is.exec(content) ?? [];
  const length = Number.parseInt(size ?? "0", 16);
  return length === 0 ? "" : rest.slice(0, length) + joinChunks(rest.slice(length + 2));
}
