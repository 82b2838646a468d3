import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { checkList } from "../check.ts";
import type { Answer } from "../http.ts";
import { freshName, noTask, type Service } from "../service.ts";

const bodyLimit = 256 * 1024;

/** Valid bodies of this many bytes. */
function sized(service: Service, size: number): string {
  const empty = service.bodyOf({ note: "" });
  return service.bodyOf({ note: "x".repeat(size - empty.length) });
}

/** An answer by which a request fails that never became a call. */
function rawFailure(service: Service, answer: Answer, code: string, status: number): void {
  service.failure(answer, code, undefined, "the request", status);
  assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f]{12}$/);
}

/** The request line and the headers of a call by hand. */
const rawCall = ["POST /getBalance HTTP/1.1", "Host: localhost"];

const origin = { origin: "https://somewhere.example" };

/** One answer of each kind that a method gives. */
async function answersOfAllKinds(service: Service, headers: Record<string, string>): Promise<Answer[]> {
  return [
    await service.post("getBalance", service.bodyOf(), headers),
    await service.post("getBalance", "{}", headers),
    await service.post("getBalance", "{", headers),
    await service.post("getBalance", sized(service, bodyLimit + 1), headers),
    await service.post("noSuchMethod", "{}", headers),
    await service.get("getBalance", headers),
  ];
}

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

const { checks, section, rule, test } = checkList();

export { checks as transport };

section("family", "1");
rule("Every response of a method has HTTP status 200, errors too");
test("A refused call has HTTP status 200", async (service) => {
  const answer = await service.call("getAppStats", { clientKey: "no-such-key", softId: 1 });
  assert.equal(answer.status, 200);
  service.failure(answer, "ERROR_KEY_DOES_NOT_EXIST");
});

section("gatepost", "1");
rule("The body is read as JSON whatever `Content-Type` says");
test("The body is read as JSON whatever its type is said to be", async (service) => {
  const types =
    "application/json; charset=utf-8|application/json;charset=ISO-8859-1|application-json|text/plain|text/plain;charset=UTF-8|nonsense|";
  const more = "application/x-www-form-urlencoded|multipart/form-data; boundary=x|application/octet-stream";
  for (const type of `${types}${more}`.split("|"))
    service.success(await service.post("getBalance", service.bodyOf(), { "content-type": type }), type);
  service.success(await service.post("getBalance", service.bodyOf()), "no type");
});
rule("`POST {base_url}/createTask` and so on, with a JSON object.");
test("The answer is JSON whatever the caller says that it accepts", async (service) => {
  const answer = await service.call("getBalance", {}, { accept: "text/html" });
  service.success(answer, "the call");
  assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
});
rule("as strict UTF-8");
test("The body is strict UTF-8", async (service) => {
  for (const wrong of [[0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xe9]]) {
    const start = Buffer.from(service.bodyOf({ note: "" }).slice(0, -2));
    const body = Buffer.concat([start, Buffer.from(wrong), Buffer.from('"}')]);
    service.failure(await service.post("getBalance", body), "ERROR_BAD_REQUEST", undefined, String(wrong), 400);
  }
});
rule("the body is not a JSON object, or the request is not valid HTTP, such as one without a Host header");
test("A body that is no JSON object is a 400", async (service) => {
  const wrong = ["", " ", "{", "[]", "[{}]", '"text"', "null", "0", "true", "{}x", "{'a':1}", '{"a":1,}', "\0"];
  for (const method of service.methods ?? [])
    for (const body of wrong)
      service.failure(await service.post(method, body), "ERROR_BAD_REQUEST", undefined, `${method} ${body}`, 400);
});
test("A request that is not valid HTTP is a 400 with the envelope", async (service) => {
  for (const [lines, body] of [
    [rawCall.slice(0, 1), ""],
    [[...rawCall, "Content-Length: abc"], ""],
    [[...rawCall, "Transfer-Encoding: chunked"], "zz\r\n"],
    [[...rawCall, "Transfer-Encoding: chunked", "Content-Length: 5"], "0\r\n\r\n"],
    [["hello"], ""],
  ] as const)
    rawFailure(service, await service.raw(lines, body), "ERROR_BAD_REQUEST", 400);
});
rule(
  "a method is not called with POST, or another path does not accept the HTTP method; `Allow` lists what it accepts",
);
test("A method that is not called with POST is a 405, which allows POST", async (service) => {
  for (const method of service.methods ?? [])
    for (const verb of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
      const answer = await service.get(method, {}, verb);
      if (verb === "HEAD") assert.deepEqual([answer.status, answer.text], [405, ""], `HEAD ${method}`);
      else service.failure(answer, "ERROR_NO_SUCH_METHOD", undefined, `${verb} ${method}`, 405);
      assert.match(answer.headers.get("allow") ?? "", /\bPOST\b/);
    }
});
rule("the headers took longer than 10 seconds to arrive, or the whole request longer than 30");
test("Headers that do not arrive in ten seconds are a 408", async (service) => {
  const answer = await service.raw(rawCall, "", { end: false });
  rawFailure(service, answer, "ERROR_BAD_REQUEST", 408);
});
rule(
  "the body is over the size limit (every other limit returns 200), or its chunks have extensions that are too long",
);
test("A body of 256 KiB is taken, and one of a byte more is a 413", async (service) => {
  service.success(await service.post("getBalance", sized(service, bodyLimit)), "256 KiB");
  const answer = await service.post("getBalance", sized(service, bodyLimit + 1));
  service.failure(answer, "ERROR_REQUEST_TOO_LARGE", /256 KiB|262,?144/, "a byte more", 413);
});
test("Extensions of chunks that are too long are a 413", async (service) => {
  const body = `2;x=${"x".repeat(20_000)}\r\n{}\r\n`;
  const answer = await service.raw([...rawCall, "Transfer-Encoding: chunked"], body);
  rawFailure(service, answer, "ERROR_REQUEST_TOO_LARGE", 413);
});
rule("the body is compressed: it is not JSON, and `Content-Encoding` has an encoding");
test("A compressed body is a 415, and an encoding that is none does no harm", async (service) => {
  const gzip = { "content-encoding": "gzip" };
  const answer = await service.post("getBalance", gzipSync(service.bodyOf()), gzip);
  service.failure(answer, "ERROR_BAD_REQUEST", "compressed", "the call", 415);
  assert.equal(answer.headers.get("accept-encoding"), "identity");
  for (const name of ["gzip", "utf-8"])
    service.success(await service.post("getBalance", service.bodyOf(), { "content-encoding": name }), name);
});
rule("the headers are over 16 KiB together");
test("Headers over 16 KiB are a 431", async (service) => {
  const answer = await service.raw([...rawCall, `X-Large: ${"x".repeat(20_000)}`]);
  rawFailure(service, answer, "ERROR_REQUEST_TOO_LARGE", 431);
});
rule("A success has `errorId: 0`, and never `errorCode` or `errorDescription`");
test("A success has errorId 0, and neither errorCode nor errorDescription", async (service) => {
  for (const method of ["getBalance", "listTemplates", "listTasks", "getSpendingStats", "listSessions"]) {
    const body = await service.succeeds(method);
    assert.ok(!("errorCode" in body) && !("errorDescription" in body), method);
  }
});
rule(
  "A failure has exactly `errorId` (above 0), `errorCode` and `errorDescription`, in English, which says what to change.",
);
test("A failure has errorId, errorCode and English sentences, and nothing else", async (service) => {
  for (const { body } of [
    await service.call("getBalance", { clientKey: 1 }),
    await service.call("getTaskResult", { taskId: "x" }),
    await service.call("getTaskResult", { taskId: noTask }),
    await service.call("createTask", {}),
    await service.call("getAppStats", { softId: 0 }),
    await service.post("getBalance", "["),
  ]) {
    assert.deepEqual(Object.keys(body), ["errorId", "errorCode", "errorDescription"]);
    assert.match(body.errorDescription, /^\w.*[.!?]$/s);
  }
});
rule("`POST` to `/` or to an unknown path is `ERROR_NO_SUCH_METHOD`.");
test("POST to an unknown path is ERROR_NO_SUCH_METHOD", async (service) => {
  const paths =
    "|v1/createTask|a/b/c|apps/1001|sign-in|solveEverything|createtask|CREATETASK|getTaskResults|%00|a.b|__proto__";
  for (const path of paths.split("|"))
    for (const body of [service.bodyOf(), "{", ""])
      service.failure(await service.post(path, body), "ERROR_NO_SUCH_METHOD", undefined, `/${path}`);
});
rule("`GET` of it is the site's 404 page.");
test("GET of an unknown path is the site's 404 page", async (service) => {
  const { status, headers, text } = await service.get(freshName().replace(" ", "-"));
  assert.equal(status, 404);
  assert.match(headers.get("content-type") ?? "", /text\/html/);
  assert.match(text, /<html/);
});
rule("The JSON methods accept any origin, because no cookies are involved: the key is in the body.");
test("Any origin may read the answers of methods", async (service) => {
  for (const { headers, text } of await answersOfAllKinds(service, origin)) {
    assert.equal(headers.get("access-control-allow-origin"), "*", text);
    assert.equal(headers.get("access-control-allow-credentials"), null);
    assert.equal(headers.get("set-cookie"), null);
  }
});
rule("So do POSTs to unknown paths and their preflights, so that browsers show the error to their callers.");
test("Preflights are granted, also of unknown paths", async (service) => {
  const asked = {
    ...origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,idempotency-key",
  };
  for (const path of [...(service.methods ?? []), "gettaskresult"]) {
    const { status, headers } = await service.get(path, asked, "OPTIONS");
    assert.equal(status, 204, path);
    assert.equal(headers.get("access-control-allow-origin"), "*", path);
    assert.match(headers.get("access-control-allow-methods") ?? "", /\bPOST\b/, path);
    for (const name of ["content-type", "idempotency-key", "x-request-id"])
      assert.ok(headers.get("access-control-allow-headers")?.toLowerCase().includes(name), `${path} allows ${name}`);
  }
});
rule("The portal does not.");
test("The portal accepts no other origin", async (service) => {
  for (const path of ["sign-in", "api/trpc/account.me", "api/trpc/account.signUp"])
    for (const verb of [path.endsWith("signUp") ? "POST" : "GET", "OPTIONS"]) {
      const { headers } = await service.get(path, { ...origin, "access-control-request-method": "GET" }, verb);
      assert.equal(headers.get("access-control-allow-origin"), null, `${verb} /${path}`);
    }
});
rule("Every response has the header `X-Request-Id`");
test("Every answer has a request reference of its own, which other origins may read", async (service) => {
  const answers = [
    ...(await answersOfAllKinds(service, origin)),
    await service.get("sign-in"),
    await service.get("createTask", origin, "OPTIONS"),
  ];
  const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "");
  for (const id of ids) assert.match(id, /^[\w.-]{1,64}$/);
  assert.equal(new Set(ids).size, ids.length, "each its own");
  assert.match(answers[0]?.headers.get("access-control-expose-headers") ?? "", /x-request-id/i);
});
rule("1 to 64 letters, digits, dots and hyphens. Anything else is replaced.");
test("A call's own request reference is kept, unless it has other characters", async (service) => {
  for (const id of ["order-118.2", "a", "x".repeat(64)])
    for (const { headers } of await answersOfAllKinds(service, { "x-request-id": id }))
      assert.equal(headers.get("x-request-id"), id);
  for (const id of ['7","level":"error', "x".repeat(65), "a b"])
    assert.notEqual((await service.call("getBalance", {}, { "x-request-id": id })).headers.get("x-request-id"), id);
});

section("gatepost", "7");
rule("`y` excludes crawlers that identify themselves");
test("A person's view of the application's page counts as a view, and a crawler's, a prefetch and HEAD do not", async (service) => {
  const path = `apps/${service.softId}`;
  const before = await total(service, "views");
  assert.equal((await service.get(path, { "user-agent": browser, accept: "text/html" })).status, 200);
  await service.get(path, {
    "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  });
  await service.get(path, { "user-agent": "curl/8.5.0" });
  await service.get(path, { "user-agent": browser, "sec-purpose": "prefetch" });
  await service.get(path, { "user-agent": browser }, "HEAD");
  assert.equal((await total(service, "views")) - before, 1);
});
rule("`downloads` every click on its download link");
test("A click on the download link counts, and a crawler's does not", async (service) => {
  const path = `apps/${service.softId}/download`;
  const before = await total(service, "downloads");
  const { status, headers } = await service.get(path, { "user-agent": browser });
  assert.ok(status >= 300 && status < 400 && headers.get("location"), `HTTP ${status}`);
  await service.get(path, {
    "user-agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  });
  await service.get(path, { "user-agent": browser }, "HEAD");
  assert.equal((await total(service, "downloads")) - before, 1);
});

/** The application's number of these days. */
export async function total(service: Service, mode: string): Promise<number> {
  const { chartData } = await service.report({ mode });
  return chartData[0].data.reduce((sum: number, { y }: { y: number }) => sum + y, 0);
}
