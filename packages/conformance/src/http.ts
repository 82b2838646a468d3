import { connect as connectTcp } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// biome-ignore lint/suspicious/noExplicitAny: what a service answers is not typed; the checks look at it.
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  /** The body, byte for byte. */
  text: string;
  /** The body as JSON; undefined if it is none. */
  body: Json;
}

/** Seconds after which a call is given up. */
const answerSeconds = 120;

/** Sends one request. A call that is refused because it came too fast is repeated when the service says. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const signal = AbortSignal.timeout(answerSeconds * 1_000);
    const response = await fetch(url, { redirect: "manual", signal, ...init });
    const text = await response.text();
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status !== 429 || tries === 20 || !(seconds > 0))
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    await sleep(Math.min(seconds, 30) * 1_000);
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends these lines as one HTTP request, exactly as they are, and resolves with what came until the connection ended. */
export function sendRaw(base: string, lines: readonly string[], body = "", { end = true } = {}): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    // The URL of an IPv6 address has brackets.
    const socket = connectTcp(Number(port || 80), hostname.replace(/^\[|\]$/g, "")).setEncoding("latin1");
    socket.setTimeout(answerSeconds * 1_000, () =>
      socket.destroy(new Error("The service did not end the connection.")),
    );
    let received = "";
    socket.on("data", (part: string) => {
      received += part;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(readRaw(received)));
    socket.write(end ? `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}` : `${lines.join("\r\n")}\r\n`);
  });
}

function readRaw(received: string): Answer {
  const [head = "", ...parts] = received.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const pairs = lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]);
  const headers = new Headers(pairs.filter(([name]) => /^[\w-]+$/.test(name)));
  const content = parts.join("\r\n\r\n");
  const text = headers.get("transfer-encoding") === "chunked" ? joinChunks(content) : content;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text, body: parse(text) };
}

function joinChunks(content: string): string {
  const [, size, rest = ""] = /^([\da-f]+)\r\n(.*)$/is.exec(content) ?? [];
  const length = Number.parseInt(size ?? "0", 16);
  return length === 0 ? "" : rest.slice(0, length) + joinChunks(rest.slice(length + 2));
}
