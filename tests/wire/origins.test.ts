import { randomUUID } from "node:crypto";
import { beforeAll, expect, inject, test } from "vitest";
import { sendRaw } from "./raw.ts";

/** Row S17, beside hosts.test.ts: from which Origin the site can be changed, and where `next` leads. */

const { url } = inject("installation");
const { host, origin, port } = new URL(url);
const person = { email: `${randomUUID()}@example.org`, password: "a sentence is a good password" };
let cookie: string;

function post(path: string, body: unknown, headers: readonly string[]) {
  const text = JSON.stringify(body);
  const type = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`];
  return sendRaw(url, [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...type, ...headers], text);
}

beforeAll(async () => {
  const own = [`Origin: ${origin}`];
  expect((await post("/api/trpc/account.signUp", { json: person }, own)).status).toBe(200);
  const { status, head } = await post("/api/auth/sign-in/email", person, own);
  expect(status).toBe(200);
  cookie = /^set-cookie: (gatepost\.session_token=[^;]+)/im.exec(head)?.[1] ?? "";
});

test.for<[string, string[]]>([
  ["none", []],
  ["null", ["Origin: null"]],
  ["another site", ["Origin: http://evil.example"]],
  ["a name that begins like this one", [`Origin: http://${host}.evil.example`]],
  ["user information before this name", [`Origin: http://evil@${host}`]],
  ["another port of this machine", [`Origin: http://127.0.0.1:${Number(port) + 1}`]],
  ["another scheme", [`Origin: https://${host}`]],
  ["a path", [`Origin: ${origin}/`]],
  ["two in one header", [`Origin: ${origin}, http://evil.example`]],
  ["two headers", [`Origin: ${origin}`, "Origin: http://evil.example"]],
  ["another one by the Referer", [`Referer: ${origin}/dashboard`]],
  ["a forwarded host", ["Origin: http://evil.example", "X-Forwarded-Host: evil.example"]],
  ["this one, but another site by its metadata", [`Origin: ${origin}`, "Sec-Fetch-Site: cross-site"]],
  ["this one, but another port by its metadata", [`Origin: ${origin}`, "Sec-Fetch-Site: same-site"]],
])("tRPC and authentication refuse changes from a foreign Origin: %s", async ([, headers]) => {
  const sent = [...headers, `Cookie: ${cookie}`];
  const key = { json: { name: "k", readOnly: false, addresses: [] } };
  for (const [path, body] of [
    ["/api/trpc/keys.create", key],
    ["/api/trpc/account.me,keys.create?batch=1", { 0: {}, 1: key }],
    ["/api/trpc/account.signUp", { json: person }],
    ["/api/auth/sign-in/email", person],
    ["/api/auth/sign-out", {}],
  ] as const) {
    const { status, head } = await post(path, body, sent);
    expect(status, path).toBe(403);
    expect(head).not.toMatch(/^set-cookie:/im);
  }
});

// Which addresses are the portal's: portal-path.test.ts of apps/web.
test.for([
  ["/dashboard/apps/new/../new?a=//evil.example#b", "/dashboard/apps/new?a=//evil.example#b"],
  ["/dashboard/../apps/1001/download", "/dashboard"],
  ["\\\\evil.example", "/dashboard"],
] as const)("next=%j leads who is signed in to %s", async ([next, path]) => {
  const target = `/sign-in?next=${encodeURIComponent(next)}`;
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, "Accept: text/html", `Cookie: ${cookie}`];
  const { status, head } = await sendRaw(url, lines);
  expect(status).toBe(307);
  expect(/^location: (.*)$/im.exec(head)?.[1]).toBe(path);
});

test("several next leave only the dashboard", async () => {
  const lines = [
    "GET /sign-in?next=/dashboard/keys&next=//evil.example HTTP/1.1",
    `Host: ${host}`,
    `Cookie: ${cookie}`,
  ];
  const { head } = await sendRaw(url, [...lines, "Accept: text/html"]);
  expect(head).toMatch(/^location: \/dashboard\r?$/im);
});
