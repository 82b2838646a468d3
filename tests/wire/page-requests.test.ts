import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Installation, startInstallation } from "../installation.ts";
import { sendRaw } from "./raw.ts";

/** Row S1 for pages: no request is answered with 500, and none without a key writes a stack trace to the log. */

let installation: Installation;
let logged = 0;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation?.stop());
beforeEach(() => {
  logged = installation.log().length;
});

/** Sends one request, with the headers that a page of the site itself would send. */
function send(method: string, path: string, headers: readonly string[] = [], body = "") {
  const { host, origin } = new URL(installation.url);
  const common = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, "Accept: text/html"];
  return sendRaw(installation.url, [...common, ...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);
}

/**
 * Logs of a process arrive in order: what came before the line of this sign-in is all that there is. Without what its heartbeats
 * say on a busy machine.
 */
async function linesLogged(): Promise<unknown[]> {
  const body = JSON.stringify({ email: "nobody@example.org", password: "a sentence is a good password" });
  await send("POST", "/api/auth/sign-in/email", ["Content-Type: application/json"], body);
  await expect.poll(() => installation.log().slice(logged)).toMatch(/"event":"sign-in\/email".*\n$/);
  const lines = installation.log().slice(logged).trimEnd().split("\n");
  return lines.slice(0, -1).filter((line) => !line.includes('"event":"database '));
}

test.for([
  "/%ff",
  "/apps/%ff",
  "/apps/%",
  "/apps/%zz/download",
  "/share/%c3%28",
  "/dashboard/apps/%80",
  "/api/trpc/%ff",
  "/api/trpc/account.me,%c3%28?batch=1",
])("a path with malformed percent-encoding is a 400: %s", async (path) => {
  const { status, body } = await send("GET", path);
  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ errorCode: "ERROR_BAD_REQUEST" });
  expect(await linesLogged()).toEqual([]);
});

test("percent-encoding in a path that is valid, and any in a query, is let through", async () => {
  expect((await send("GET", "/sign-in?next=%ff")).status).toBe(200);
  expect((await send("GET", "/apps/%E4%B8%8B")).status).toBe(404);
});

test.for([
  ["Next-Action: abc", "Content-Type: text/plain", "[]"],
  [`Next-Action: ${"a".repeat(42)}`, "Content-Type: text/plain", "[]"],
  [`Next-Action: ${"a".repeat(42)}`, "Content-Type: multipart/form-data; boundary=x", "--x--"],
  [
    "Accept: text/html",
    "Content-Type: multipart/form-data; boundary=x",
    `--x\r\nContent-Disposition: form-data; name="$ACTION_ID_${"a".repeat(42)}"\r\n\r\n\r\n--x--\r\n`,
  ],
] as const)(
  "a call of a server action, which the site has none of, leaves nothing in the log: %s, %s",
  async ([action, type, body]) => {
    for (const path of ["/", "/sign-in", "/dashboard/account", "/nowhere/at/all", "/_next/static/x.js"]) {
      const answer = await send("POST", path, [action, type], body);
      // A POST may be meant for a method of the API, whose errors have status 200; nothing else is below /_next/.
      if (path.startsWith("/_next/")) expect(answer.status, path).toBe(405);
      else expect(JSON.parse(answer.body), path).toMatchObject({ errorCode: "ERROR_NO_SUCH_METHOD" });
    }
    expect(await linesLogged()).toEqual([]);
  },
);

test("images are not resized for anybody", async () => {
  for (const url of ["/icon.svg", "/nowhere.png", "http://127.0.0.1:1/"])
    expect((await send("GET", `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`)).status, url).toBe(404);
  expect(await linesLogged()).toEqual([]);
});

test.for([
  ["sign-in/email", { callbackURL: "//evil.example" }],
  ["sign-in/email", { callbackURL: 7 }],
  ["sign-out", { redirectTo: "https://evil.example" }],
  ["reset-password", { token: "x", newPassword: "a sentence is a good password", errorCallbackURL: "\\evil.example" }],
  ["reset-password?callbackURL=//evil.example", { token: "x", newPassword: "a sentence is a good password" }],
] as const)("authentication gets only the fields that pages send: %s with %j", async ([path, more]) => {
  const body = JSON.stringify({ email: "ada@example.org", password: "a sentence is a good password", ...more });
  const { status, head } = await send("POST", `/api/auth/${path}`, ["Content-Type: application/json"], body);
  expect(status).not.toBe(403);
  expect(status).toBeLessThan(500);
  expect(head).not.toMatch(/^location:/im);
  for (const line of await linesLogged()) expect(JSON.parse(String(line))).toHaveProperty("event");
});

test.for(["PUT", "PATCH", "DELETE"])("pages are not changed by %s", async (method) => {
  for (const path of ["/", "/dashboard/keys", "/apps/1/download"])
    expect((await send(method, path)).status, path).toBe(405);
  expect(await linesLogged()).toEqual([]);
});
