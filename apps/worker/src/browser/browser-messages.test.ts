import { expect, test } from "vitest";
import { BrowserMessages } from "./browser-messages.ts";
import { DevToolsPipe } from "./devtools-pipe.ts";

const event = (method: string, params: object, sessionId?: string) => JSON.stringify({ method, params, sessionId });
const attached = event("Target.attachedToTarget", {
  sessionId: "A1",
  targetInfo: { type: "page", browserContextId: "C1" },
});
const logged = (text: string) => event("Runtime.consoleAPICalled", { args: [{ type: "string", value: text }] }, "A1");
const megabytes = (count: number) => "x".repeat(count * 2 ** 20);

/** The message with the session in which Playwright talks to the browser, if it has none. */
const inSession = (message: string) =>
  /,"sessionId":"\w+"\}$/.test(message) ? message : `${message.slice(0, -1)},"sessionId":"B1"}`;

/** What Playwright reads when the browser writes these messages in pieces of `pieceBytes`. */
async function passed(messages: BrowserMessages, written: string[], pieceBytes = 65_536): Promise<string[]> {
  messages.session = "B1";
  const all = Buffer.from(written.map((message) => `${inSession(message)}\0`).join(""));
  const read: Buffer[] = [];
  messages.on("data", (piece) => read.push(piece));
  for (let at = 0; at < all.length; at += pieceBytes) messages.write(all.subarray(at, at + pieceBytes));
  await new Promise<void>((resolve) => messages.end(resolve));
  return Buffer.concat(read).toString().split("\0").slice(0, -1);
}

test.each([1, 7, 1_000, 65_536])("messages that come in pieces of %s bytes pass as they are", async (pieceBytes) => {
  const written = [attached, '{"id":1,"result":{}}', logged("ä".repeat(500)), event("Page.loadEventFired", {}, "A1")];
  expect(await passed(new BrowserMessages(), written, pieceBytes)).toEqual(written);
});

test.each([
  ["a console message of 17 KB", logged("x".repeat(17_000))],
  ["a WebSocket's frame", event("Network.webSocketFrameReceived", { payloadData: "x" }, "A1")],
  ["any event of 9 MB", event("Network.requestWillBeSent", { url: megabytes(9) }, "A1")],
  ["an event of 9 MB of the browser itself", event("Target.attachedToTarget", { url: megabytes(9) })],
])("%s is dropped, and what follows passes", async (_, dropped) => {
  const messages = new BrowserMessages();
  const signal = messages.floods.watch("C1");
  expect(await passed(messages, [attached, dropped, '{"id":1}'])).toEqual([attached, '{"id":1}']);
  expect(signal.aborted).toBe(false);
});

test.each([
  ["a picture of 257 MB", `{"data":"${megabytes(257)}"}`],
  ["17 MB that a script in a page returned", `{"result":{"type":"string","value":"${megabytes(17)}"}}`],
])("an answer with %s becomes an error", async (_, result) => {
  const answer = `{"id":17,"result":${result},"sessionId":"A1"}`;
  const [error] = await passed(new BrowserMessages(), [answer], 2 ** 20);
  expect(JSON.parse(error ?? "")).toEqual({
    id: 17,
    error: { code: -32_000, message: "Object couldn't be returned by value" },
    sessionId: "A1",
  });
});

test("a request of 12 MB that is held up until it is answered passes", async () => {
  const written = [attached, event("Fetch.requestPaused", { postData: megabytes(12) }, "A1")];
  expect(await passed(new BrowserMessages(), written, 2 ** 20)).toEqual(written);
});

test.each([
  [70_000, logged("line")],
  [4_000, event("Runtime.bindingCalled", {}, "A1")],
  [4_000, event("Page.javascriptDialogOpening", {}, "A1")],
])("after a flood of %s events only that context's events are dropped, and no answers: %s", async (count, one) => {
  const messages = new BrowserMessages();
  const signals = ["C1", "C2"].map((context) => messages.floods.watch(context));
  const other = attached.replace("A1", "A2").replace("C1", "C2");
  const ofOther = event("Page.loadEventFired", {}, "A2");
  const flood = Array.from({ length: count }, () => one);
  const read = await passed(messages, [attached, other, ...flood, '{"id":1,"sessionId":"A1"}', ofOther]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(read.length).toBeLessThan(count);
  expect(read.slice(-2)).toEqual(['{"id":1,"sessionId":"A1"}', ofOther]);
});

test("a target that has ended is forgotten", async () => {
  const messages = new BrowserMessages();
  const signal = messages.floods.watch("C1");
  const ended = event("Target.detachedFromTarget", { sessionId: "A1" });
  await passed(messages, [attached, ended, ...Array.from({ length: 70_000 }, () => logged("line"))]);
  expect(signal.aborted).toBe(false);
});

test("a page that loads 3,000 files and logs as many lines, all at once, floods nothing", async () => {
  const messages = new BrowserMessages();
  const signal = messages.floods.watch("C1");
  // 21,500 events of 15 MB, as Chromium sends them.
  const lines = Array.from({ length: 3_000 }, () => logged("line"));
  const loads = Array.from({ length: 18_500 }, () => event("Network.responseReceived", { url: "x".repeat(740) }, "A1"));
  const written = [attached, ...lines, ...loads];
  expect(await passed(messages, written, 2 ** 20)).toHaveLength(written.length);
  expect(signal.aborted).toBe(false);
});

test("a browser whose messages Playwright does not read from the guard is refused", async () => {
  let closed = 0;
  const start = async () => ({
    close: async () => {
      closed += 1;
    },
  });
  await expect(new DevToolsPipe().connect("--none", start)).rejects.toThrow("from the pipe");
  expect(closed).toBe(1);
});

test("a call that is not Playwright's rejects once the browser is gone, and so does each later one", async () => {
  const messages = new BrowserMessages();
  const call = messages.answerTo(1);
  messages.endCalls();
  await expect(call).rejects.toThrow("The browser is gone.");
  await expect(messages.answerTo(2)).rejects.toThrow("The browser is gone.");
});
