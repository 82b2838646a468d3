import { expect, test } from "vitest";
import { POST as authPost } from "../app/api/auth/[...all]/route.ts";
import { GET as trpcGet, POST as trpcPost } from "../app/api/trpc/[trpc]/route.ts";
import { openTestRoutes } from "../http/test-routes.ts";
import { portalRouter } from "../trpc/router.ts";
import { openAuth } from "./auth.ts";

/** Row S15: whatever changes something is refused to pages of other sites, by every route that reads a cookie. */

const origin = "https://gatepost.example";

await openTestRoutes({ GATEPOST_ORIGIN: origin });

/** What a browser would send with a request that another page began. */
const foreign: Record<string, Record<string, string>> = {
  "no word of where it comes from": {},
  "another site": { origin: "https://evil.example" },
  "a page without an origin": { origin: "null" },
  "a neighbour under the same domain": { origin: "https://other.gatepost.example" },
  "the same name without TLS": { origin: "http://gatepost.example" },
  "the same name on another port": { origin: "https://gatepost.example:8443" },
  "this site by its origin, another one by its metadata": { origin, "sec-fetch-site": "cross-site" },
  "a neighbour by its metadata": { origin, "sec-fetch-site": "same-site" },
};

const json = { "content-type": "application/json" };

function request(path: string, headers: Record<string, string>, body = "{}"): Request {
  return new Request(`${origin}${path}`, { method: "POST", headers, body });
}

const procedures = portalRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const mutations = Object.keys(procedures).filter((name) => procedures[name]?._def.type === "mutation");

test("every mutation of the portal is refused to other sites, in a batch too", async () => {
  expect(mutations.length).toBeGreaterThan(10);
  for (const name of mutations)
    for (const [what, headers] of Object.entries(foreign))
      for (const path of [`/api/trpc/${name}`, `/api/trpc/account.me,${name}?batch=1`])
        expect((await trpcPost(request(path, { ...json, ...headers }))).status, `${path} from ${what}`).toBe(403);
});

test("no mutation of the portal is done by what a form sends, by GET or by HEAD", async () => {
  for (const name of mutations) {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await trpcPost(request(`/api/trpc/${name}`, { origin, "content-type": type }));
      expect(answer.status, `${name} as ${type}`).toBe(403);
    }
    const url = `${origin}/api/trpc/${name}?input=%7B%22json%22%3A%7B%7D%7D`;
    expect((await trpcGet(new Request(url))).status, name).toBe(405);
    const head = new Request(url, { method: "HEAD", headers: { origin, ...json } });
    expect((await trpcGet(head)).status, name).toBe(204);
  }
});

/** Every path of better-auth, as it was opened. */
function authPaths(): string[] {
  const endpoints = Object.values(openAuth().api as Record<string, { path?: string }>);
  return endpoints.flatMap(({ path }) => path ?? []);
}

const used = ["/change-password", "/reset-password", "/revoke-other-sessions", "/sign-in/email", "/sign-out"];

test("the paths of better-auth that pages use are refused to other sites", async () => {
  expect(authPaths()).toEqual(expect.arrayContaining(used));
  for (const path of used)
    for (const [what, headers] of Object.entries(foreign)) {
      const answer = await authPost(request(`/api/auth${path}`, { ...json, ...headers }));
      expect(answer.status, `${path} from ${what}`).toBe(403);
    }
});

test("paths of better-auth that are not needed are closed", async () => {
  const own = { origin, ...json };
  for (const path of authPaths().filter((path) => !used.includes(path)))
    expect((await authPost(request(`/api/auth${path}`, own))).status, path).toBe(404);
  expect(Object.keys(await import("../app/api/auth/[...all]/route.ts"))).toEqual(["POST"]);
});
