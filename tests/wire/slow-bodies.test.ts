import { connect, type Socket } from "node:net";
import { limits } from "@gatepost/contract/limits";
import { expect, onTestFinished, test } from "vitest";
import { expectError, post } from "./call.ts";
import { openInstallation } from "./wire.ts";

/** All but the last byte of the longest body. */
const almost = limits.bodyBytes - 1;
/** 32 MiB hold 128. */
const many = 160;

interface SlowCall {
  socket: Socket;
  /** All that was answered so far. */
  said: string;
  closed: boolean;
}

function slowCall(url: string, path: string, head: string, body: string | Buffer): SlowCall {
  const { hostname, port, host, origin } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  const call: SlowCall = { socket, said: "", closed: false };
  socket.on("data", (text: string) => {
    call.said += text;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    call.closed = true;
  });
  const common = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, "Content-Type: application/json"];
  socket.write(`${[...common, head].join("\r\n")}\r\n\r\n`);
  socket.write(body);
  onTestFinished(() => void socket.destroy());
  return call;
}

const answered = (calls: SlowCall[]) => calls.filter(({ said }) => said);

/** One of the methods, and what goes to Next.js. */
const paths = ["/getBalance", "/api/trpc/account.signUp", "/api/auth/sign-in/email"];

function expectUnavailable(said: string): void {
  expect(said).toMatch(/^HTTP\/1\.1 503 /);
  expect(said).toMatch(/\r\nretry-after: \d/i);
  expect(said).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  expect(said).toContain('"errorCode":"ERROR_SERVICE_UNAVAILABLE"');
}

/** Honest calls, by way of Next.js and not. */
async function expectWorks({ url }: { url: string }): Promise<void> {
  expectError(await post(url, "getBalance", {}), "ERROR_KEY_DOES_NOT_EXIST", 200);
  expect((await post(url, "api/trpc/account.signUp", {}, { origin: url })).status).toBe(400);
}

const { installation: web } = await openInstallation();

test.for(paths)(
  "S2: bodies to %s that do not end share 32 MiB: the longest under way are refused with a time to retry",
  async (path) => {
    const slow = () => slowCall(web.url, path, `Content-Length: ${limits.bodyBytes}`, Buffer.alloc(almost, " "));
    const calls = Array.from({ length: many }, slow);
    await expect.poll(() => answered(calls).length).toBeGreaterThanOrEqual(many - 128);
    const refused = answered(calls);
    for (const { said } of refused) expectUnavailable(said);
    await expectWorks(web);
    await expect.poll(() => refused.every(({ closed }) => closed)).toBe(true);

    // The remaining ones are answered once they end, and nothing is held for those that disconnected.
    const [last, ...others] = calls.filter(({ said }) => !said);
    for (const { socket } of others) socket.destroy();
    last?.socket.write(" ");
    await expect.poll(() => last?.said).toMatch(/^HTTP\/1\.1 [24]/);
    const again = Array.from({ length: 100 }, slow);
    await expectWorks(web);
    for (const { socket } of again) socket.write(" ");
    await expect.poll(() => answered(again).length).toBe(again.length);
    for (const { said } of again) expect(said).toMatch(/^HTTP\/1\.1 [24]/);
    expect(web.log()).not.toContain('"event":"site"');
  },
);

test.for(paths)("S2: a body to %s in parts of one byte counts as what its parts cost", async (path) => {
  // 100,000 of them cost 67 MB in memory.
  const call = slowCall(web.url, path, "Transfer-Encoding: chunked", "1\r\n \r\n".repeat(100_000));
  await expect.poll(() => call.said).not.toBe("");
  expectUnavailable(call.said);
  await expectWorks(web);
  // The end of what was refused is the end of its connection, and not that of a call.
  call.socket.write("0\r\n\r\n");
  await expectWorks(web);
  expect(call.said.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(web.log()).not.toContain('"event":"site"');
});
