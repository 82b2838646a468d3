import { expect, test } from "vitest";
import { forgedWebhooks, goodWebhooks, webhookSecret as secret } from "../../../tests/signed-webhooks.ts";
import { fromBase64, readWebhook, toFileValue } from "./index.ts";

test.for(goodWebhooks)("a callback that is %s is read, from headers of either form", async ([, body, headers]) => {
  for (const form of [headers, new Headers(headers)])
    expect(await readWebhook({ body, headers: form, secret })).toMatchObject({ taskId: 7, note: "größer" });
});

test.for(forgedWebhooks(302))("what is %s is refused", async ([, body, headers]) => {
  await expect(readWebhook({ body, headers, secret })).rejects.toThrow(/webhook/);
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
