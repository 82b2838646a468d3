import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMessage } from "./receive-inbound.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const formType = "application/x-www-form-urlencoded";

test.for([
  ["Twilio", formType, "From=%2B49151234567&To=%2B4930&Body=Your+code+is+349001.&MessageSid=SM1"],
  ["Vonage", "application/json", '{"msisdn":"+49151234567","to":"4930","text":"Your code is 349001.","messageId":"1"}'],
  [
    "SMS Gateway for Android",
    "application/json; charset=utf-8",
    '{"event":"sms:received","id":"x","payload":{"message":"Your code is 349001.","phoneNumber":"+49151234567","simNumber":1}}',
  ],
  [
    "Telnyx",
    "application/json",
    '{"data":{"payload":{"from":{"phone_number":"+49151234567"},"text":"Your code is 349001."}}}',
  ],
  ["without a content type", "", '{"from":"+49151234567","text":"Your code is 349001."}'],
])("a text message of %s is read", async ([, type = "", body = ""]) => {
  expect(await readMessage(bytes(body), type)).toEqual({ sender: "+49151234567", text: "Your code is 349001." });
});

test("an email of a forwarder is read, its subject too", async () => {
  const expected = { sender: "Bank <codes@bank.example>", text: "Your code\nIt is 349001." };
  const form = new FormData();
  form.set("from", "Bank <codes@bank.example>");
  form.set("subject", "Your code");
  form.set("body-plain", "It is 349001.");
  form.set("attachment-1", new File(["x"], "logo.png"));
  const multipart = new Response(form);
  const type = multipart.headers.get("content-type") ?? "";
  expect(await readMessage(await multipart.bytes(), type)).toEqual(expected);
  const postmark = {
    From: "Bank <codes@bank.example>",
    Subject: "Your code",
    TextBody: "It is 349001.",
    HtmlBody: "<p>",
  };
  expect(await readMessage(bytes(JSON.stringify(postmark)), "application/json")).toEqual(expected);
});

test.for([
  ["text/plain", "Your code is 349001."],
  ["application/json", "{not JSON"],
  ["multipart/form-data; boundary=x", "no parts"],
  ["application/json", '"a string"'],
  ["application/json", "[[[[[[[[1]]]]]]]]"],
])("as %s, %j is plain text", async ([type = "", body = ""]) => {
  expect(await readMessage(bytes(body), type)).toEqual({ sender: "", text: body });
});

test("a short boundary of a form is none within a line of its text", async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nRun it with --xy 349001\r\n--x--\r\n';
  expect(await readMessage(bytes(body), "multipart/form-data; boundary=x")).toMatchObject({
    text: "Run it with --xy 349001",
  });
});

test("bytes that are not text are read without an error", async () => {
  expect(await readMessage(new Uint8Array([0xff, 0, 0xfe]), "")).toMatchObject({ sender: "" });
  expect((await readMessage(bytes('{"text":"\\ud800"}'), "application/json")).text.isWellFormed()).toBe(true);
});

test("U6: the examples of docs/inbound-codes.md are read as they are", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/inbound-codes.md"), "utf8");
  const read = [...page.matchAll(/```http\nPOST .*\nContent-Type: (.*)\n\n([\s\S]*?)```/g)].map(
    ([, type = "", body = ""]) => readMessage(bytes(body.replaceAll("\n", "\r\n")), type),
  );
  const text = "Your code is 349001.";
  expect(await Promise.all(read)).toEqual([
    { sender: "+49151234567", text },
    { sender: "+49151234567", text },
    { sender: "Bank <codes@bank.example>", text: `Your code\n${text}` },
  ]);
});
