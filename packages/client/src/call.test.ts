import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { methodNames } from "@gatepost/contract/methods";
import { afterAll, beforeEach, expect, expectTypeOf, test, vi } from "vitest";
import { listen } from "../../../tests/listen.ts";
import { Gatepost, type GatepostOptions } from "./index.ts";

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

const balance: Reply = { body: '{"errorId":0,"balance":12.3456}' };
let seen: { url: string | undefined }[] = [];
/** What is answered, one after the other; the last one always. */
let replies = [balance];

/** What a call sends, and what is repeated and reported: the table of tests/python-client.test.ts. */
const server = createServer((request, response) => {
  request.resume();
  seen.push({ url: request.url });
  const { status = 200, headers, body } = (replies.length > 1 && replies.shift()) || (replies[0] as Reply);
  response.writeHead(status, headers).end(body);
});
const { url: baseUrl } = await listen(server);
const client = new Gatepost({ baseUrl, clientKey: "gp_key" });

beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" } as const;

function unavailable(retryAfter: string): Reply {
  const body = '{"errorId":1015,"errorCode":"ERROR_SERVICE_UNAVAILABLE","errorDescription":"No."}';
  return { status: 503, headers: { "retry-after": retryAfter }, body };
}

test("there is a function for each method of the contract", () => {
  for (const name of methodNames) expect(client[name], name).toBeTypeOf("function");
});

test("no property of a call replaces the client's key", async () => {
  const bodies: unknown[] = [];
  const fetch: GatepostOptions["fetch"] = async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response(balance.body);
  };
  await new Gatepost({ baseUrl, clientKey: "gp_key", fetch }).getBalance({ clientKey: "gp_other" } as object);
  expect(bodies).toEqual([{ clientKey: "gp_key" }]);
});

test("a retry comes no sooner than the server asks", async () => {
  replies = [unavailable("1"), balance];
  const began = performance.now();
  await client.getBalance();
  expect(performance.now() - began).toBeGreaterThan(990);
});

test("a call that the service held for longer than retrySeconds is repeated too, where it is lost then", async () => {
  replies = [balance];
  const lostAfterHold = vi.fn(fetch).mockImplementationOnce(async () => {
    await pause(600);
    throw new TypeError("fetch failed");
  });
  await new Gatepost({ baseUrl, clientKey: "k", retrySeconds: 0.5, fetch: lostAfterHold }).getBalance();
  expect(lostAfterHold).toHaveBeenCalledTimes(2);
});

test("the base URL may have a path prefix and a trailing slash, and one that cannot work is refused at once", async () => {
  replies = [balance];
  await new Gatepost({ baseUrl: `${baseUrl}/prefix//`, clientKey: "k" }).getBalance();
  expect(seen[0]?.url).toBe("/prefix/getBalance");
  for (const wrong of ["gatepost.example.com", "localhost:3000", "", undefined as unknown as string])
    expect(() => new Gatepost({ baseUrl: wrong, clientKey: "k" })).toThrow(
      `The base URL must begin with http:// or https://, and is ${JSON.stringify(wrong)}.`,
    );
  // fetch refuses it as if the network failed.
  expect(() => new Gatepost({ baseUrl: "https://ann:secret@gatepost.example.com", clientKey: "k" })).toThrow(
    /^The base URL must have no password\.$/,
  );
});

test("what fetch cannot send is refused at once, and not repeated as a lost call", { timeout: 2_000 }, async () => {
  await expect(client.createTask({ task }, { idempotencyKey: "支払い 7" })).rejects.toThrow(TypeError);
});

test("a call that was redirected, as from http to https, says where", async () => {
  const body = '{"errorId":5,"errorCode":"ERROR_NO_SUCH_METHOD","errorDescription":"This method is called with POST."}';
  replies = [
    { status: 301, headers: { location: "/moved" }, body: "" },
    { status: 405, body },
  ];
  await expect(client.getBalance()).rejects.toThrow(
    `getBalance: HTTP 405 after a redirect to ${baseUrl}/moved. Check the base URL.`,
  );
});

test("an answer that breaks off is said to be lost", async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
  const fetch = async () => new Response(broken);
  await expect(new Gatepost({ baseUrl, clientKey: "k", retrySeconds: 0, fetch }).getBalance()).rejects.toThrow(
    "getBalance: the answer broke off.",
  );
});

test("what is no time to wait for is refused by the service", { timeout: 2_000 }, async () => {
  const body = '{"errorId":1001,"errorCode":"ERROR_BAD_REQUEST","errorDescription":"No."}';
  replies = [{ body }];
  for (const waitSeconds of [-100, 1e9, Number.POSITIVE_INFINITY])
    await expect(client.getTaskResult({ taskId: 7, waitSeconds })).rejects.toMatchObject({
      errorCode: "ERROR_BAD_REQUEST",
    });
});

test("a call can be given up, before it is sent and between retries", async () => {
  await expect(client.getBalance({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(seen).toHaveLength(0);
  replies = [unavailable("20")];
  const over = new AbortController();
  const call = client.getBalance({}, { signal: over.signal });
  await expect.poll(() => seen.length).toBe(1);
  over.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});

test("requests and responses are typed from the method table", () => {
  type Push = Parameters<typeof client.pushAntiGateVariable>[0];
  expectTypeOf<Push>().toMatchObjectType<{ taskId: string | number; name: string; value: unknown }>();
  expectTypeOf<Push>().not.toHaveProperty("clientKey");
  type Result = Awaited<ReturnType<typeof client.getTaskResult>>;
  expectTypeOf<Result["status"]>().toEqualTypeOf<"processing" | "ready">();
});
