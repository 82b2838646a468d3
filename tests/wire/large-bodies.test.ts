import { connect } from "node:net";
import { fileBytes, largeBody } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { newKey } from "@gatepost/domain/accounts/key";
import { Gatepost } from "gatepost";
import { expect, onTestFinished, test } from "vitest";
import { openLink } from "../answer-ways.ts";
import { taskMaker } from "./bodies.ts";
import { expectError, expectSuccess, post } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

const { url, account, call, clientKey, newTask, newWaitingTask, operator, taskBody, worker } = await openPush();

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

/** A file whose JSON has so many bytes, rounded down to whole groups of base64. */
function fileOf(bytes: number) {
  const file = { name: "scan.pdf", type: "application/pdf", base64: "" };
  const content = Buffer.alloc(Math.floor((bytes - JSON.stringify(file).length) / 4) * 3, "0123456789abcdef\x00\xff");
  return { ...file, base64: content.toString("base64") };
}

const file = fileOf(fileBytes());

/** A body of exactly this many bytes. */
function sized(size: number, body: object): Uint8Array {
  const rest = Buffer.byteLength(JSON.stringify({ ...body, note: "" }));
  return Buffer.from(JSON.stringify({ ...body, note: "x".repeat(size - rest) }));
}

test("a file of 3 MiB arrives byte for byte, pushed while the worker waits and before", async () => {
  const { taskId, task } = await newWaitingTask();
  const pushed = { clientKey, name: "code", value: file };
  expectPushed(await call("pushAntiGateVariable", { ...pushed, taskId }, withKey(clientKey)));
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: file });

  const early = await newTask();
  expectPushed(await call("pushAntiGateVariable", { ...pushed, taskId: early }, withKey(clientKey)));
  expectPushed(await call("pushAntiGateVariable", { ...pushed, taskId: early }, withKey(clientKey)));
  expect(await worker.take(await worker.claim(early), "code")).toEqual({ status: "taken", value: file });
});

test("a file of 3 MiB arrives byte for byte with createTask, which the client calls with the key in both places", async () => {
  const client = new Gatepost({ baseUrl: url, clientKey });
  const { task } = taskBody({ variables: { code: file } });
  const { taskId } = await client.createTask({ task: { ...task, type: "AntiGateTask" } });
  expect((await worker.claim(taskId)).given.code).toEqual(file);
});

// A file, and any other value: body-limits.test.ts of apps/web.
test("a body may have 4 MiB, and no byte more", async () => {
  const body = taskBody();
  expectSuccess(await post(url, "createTask", sized(largeBody.bytes, body), withKey(clientKey)), "createTask");
  const more = await post(url, "createTask", sized(largeBody.bytes + 1, body), withKey(clientKey));
  expectError(more, "ERROR_REQUEST_TOO_LARGE", 413);
  expect(more.body.errorDescription).toContain("4 MiB");
});

test("a key in the header that does not exist is refused before the body ends", async () => {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  const head = [`Host: ${host}`, `Authorization: Bearer ${newKey()}`, `Content-Length: ${largeBody.bytes}`];
  socket.write(`POST /pushAntiGateVariable HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n{"clientKey":`);
  let said = "";
  for await (const part of socket) {
    said += part;
    if (said.includes('"errorDescription"')) break;
  }
  expect(said).toMatch(/^HTTP\/1\.1 200 .*"errorCode":"ERROR_KEY_DOES_NOT_EXIST"/s);
});

test("a header that holds no key is ignored: a proxy may have sent it", async () => {
  const pushed = { clientKey, taskId: await newTask(), name: "code", value: "1" };
  expectPushed(await call("pushAntiGateVariable", pushed, withKey("eyJhbGciOiJIUzI1NiJ9.e30.c2ln")));
});

test("an answer page takes a file as large as the call does, and answers a larger one with a page", async () => {
  const steps: WrittenStep[] = [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "code", kind: "file" }];
  const taskId = await (await taskMaker(call, operator, account, steps))();
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  expect(await worker.take(task, "code")).toMatchObject({ status: "waiting" });
  const link = await call("createAnswerLink", { clientKey, taskId, name: "code" });
  const path = new URL(link.body.url, url).pathname;
  const { wait } = await openLink(url, path);
  const send = (to: string, bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.set("do", "answer");
    body.set("wait", wait);
    body.set("value", new File([bytes], "scan.pdf", { type: "application/pdf" }));
    return fetch(new URL(to, url), { method: "POST", body });
  };

  const content = Buffer.alloc((fileBytes() * 3) / 4 - 2_048, "0123456789abcdef\x00\xff");
  for (const [to, bytes] of [
    [path, Buffer.alloc(fileBytes())],
    ["/answer/unknown", content],
  ] as const) {
    const refused = await send(to, bytes);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
    const text = await refused.text();
    expect(text).toContain("The file is too large");
    expect(text).toMatch(/Your form is [\d,]+ KB\. A file can be at most [\d,]+ KB,/);
  }
  const sent = await send(path, content);
  expect(await sent.text()).toContain("Sent.");
  const value = { name: "scan.pdf", type: "application/pdf", base64: content.toString("base64") };
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value });
});
