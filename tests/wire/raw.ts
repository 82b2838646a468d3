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

function joinChunks(content: string): string {
  const [, size, rest = ""] = /^([\da-f]+)\r\n(.*)$/is.exec(content) ?? [];
  const length = Number.parseInt(size ?? "0", 16);
  return length === 0 ? "" : rest.slice(0, length) + joinChunks(rest.slice(length + 2));
}
