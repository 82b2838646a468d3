import { randomUUID } from "node:crypto";
import { beforeAll, expect, inject, test } from "vitest";
import { send } from "./raw.ts";

/** Row S17, beside hosts.test.ts: from which Origin the site can be changed, and where `next` leads. */

const { url } = inject("installation");
const { origin } = new URL(url);
const person = { email: `${randomUUID()}@example.org`, password: "a sentence is a good password" };
let cookie: string;

const post = (path: string, body: object, headers: readonly string[]) => send(url, "POST", path, { body, headers });

beforeAll(async () => {
  const own = [`Origin: ${origin}`];
  expect((await post("/api/trpc/account.signUp", { json: person }, own)).status).toBe(200);
  const { status, head } = await post("/api/auth/sign-in/email", person, own);
  expect(status).toBe(200);
  cookie = /^set-cookie: (gatepost\.session_token=[^;]+)/im.exec(head)?.[1] ?? "";
});

// Which origins are foreign: csrf.test.ts of apps/web.
test.for<[string, string[]]>([
  ["another site, with a forwarded host", ["Origin: http://evil.example", "X-Forwarded-Host: evil.example"]],
  ["two headers", [`Origin: ${origin}`, "Origin: http://evil.example"]],
  ["none, but a Referer", [`Referer: ${origin}/dashboard`]],
  ["this one, but another site by its metadata", [`Origin: ${origin}`, "Sec-Fetch-Site: cross-site"]],
])("tRPC and authentication refuse changes from a foreign Origin: %s", async ([, headers]) => {
  const sent = [...headers, `Cookie: ${cookie}`];
  const key = { json: { name: "k", readOnly: false, addresses: [] } };
  for (const [path, body] of [
    ["/api/trpc/keys.create", key],
    ["/api/auth/sign-out", {}],
  ] as const) {
    const { status, head } = await post(path, body, sent);
    expect(status, path).toBe(403);
    expect(head).not.toMatch(/^set-cookie:/im);
  }
});

// Which addresses are the portal's: portal-path.test.ts of apps/web.
test.for([
  [
    `next=${encodeURIComponent("/dashboard/apps/new/../new?a=//evil.example#b")}`,
    "/dashboard/apps/new?a=//evil.example#b",
  ],
  ["next=/dashboard/keys&next=//evil.example", "/dashboard"],
] as const)("%s leads who is signed in to %s", async ([query, path]) => {
  const headers = ["Accept: text/html", `Cookie: ${cookie}`];
  const { status, head } = await send(url, "GET", `/sign-in?${query}`, { headers });
  expect(status).toBe(307);
  expect(/^location: (.*?)\r?$/im.exec(head)?.[1]).toBe(path);
});
