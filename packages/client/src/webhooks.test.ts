import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { fromBase64, readWebhook, toFileValue } from "./index.ts";

const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
const body = JSON.stringify({ errorId: 0, status: "ready", taskId: 7, note: "größer" });

/** Headers as another implementation of the scheme writes them. */
function signed({ at = new Date(), by = secret, text = body } = {}): Record<string, string> {
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign("msg_1", at, text),
  };
}

test("a signed callback is read, from headers of either form", async () => {
  expect((await readWebhook({ body, headers: signed(), secret })).taskId).toBe(7);
  expect((await readWebhook({ body, headers: new Headers(signed()), secret })).taskId).toBe(7);
  const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
  expect((await readWebhook({ body, headers: upper, secret })).taskId).toBe(7);
});

test("one of several signatures is enough, as while a secret is being replaced", async () => {
  const other = signed({ by: `whsec_${btoa("the secret that comes after this one")}` })["webhook-signature"];
  const headers = signed();
  headers["webhook-signature"] = `v1,%% v2,abc ${other} ${headers["webhook-signature"]}`;
  expect(await readWebhook({ body, headers, secret })).toMatchObject({ taskId: 7 });
});

test.for([
  ["unsigned", body, {}],
  ["signed with another secret", body, signed({ by: `whsec_${btoa("another secret altogether, of others")}` })],
  ["changed", body.replace("7", "8"), signed()],
  ["old", body, signed({ at: new Date(Date.now() - 301_000) })],
  ["from the future", body, signed({ at: new Date(Date.now() + 302_000) })],
  ["of another id", body, { ...signed(), "webhook-id": "msg_2" }],
  ["of another time", body, { ...signed(), "webhook-timestamp": String(Math.floor(Date.now() / 1_000) - 60) }],
] as const)("what is %s is refused", async ([, text, headers]) => {
  await expect(readWebhook({ body: text, headers, secret })).rejects.toThrow(/webhook/);
});

test("a file becomes the value of a variable, and comes back byte for byte", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
  const value = await toFileValue(new File([bytes], "statement.pdf", { type: "application/pdf" }));
  expect(value).toMatchObject({ name: "statement.pdf", type: "application/pdf" });
  expect(fromBase64(value.base64)).toEqual(bytes);
  expect(await toFileValue(new Blob(["a"]), "note.txt")).toEqual({
    name: "note.txt",
    type: "application/octet-stream",
    base64: "YQ==",
  });
});
