import { newKey } from "@gatepost/domain/accounts/key";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { startInstallation } from "../installation.ts";
import { type RawResponse, send, sendRaw } from "./raw.ts";

/** Row S17: under which names of the site its pages, tRPC and authentication answer. */

const html = "Accept: text/html";

const get = (url: string, path: string, host: string, more: readonly string[] = []) =>
  send(url, "GET", path, { host, headers: [html, ...more] });

const signUp = (url: string, host: string) =>
  send(url, "POST", "/api/trpc/account.signUp", {
    host,
    headers: [`Origin: http://${host}`],
    body: { json: { email: `${newKey()}@example.org`, password: "a sentence is a good password" } },
  });

function expectRefused({ status, head, body }: RawResponse, why: string): void {
  expect(status, `${why}\n${head}`).toBe(421);
  expect(body, why).toContain("GATEPOST_ORIGIN");
  expect(head, "never a redirect").not.toMatch(/^location:/im);
  expect(head).not.toMatch(/^set-cookie:/im);
  expect(head).toMatch(/^x-content-type-options: nosniff/im);
}

/** Which forms a host may have: site-origin.test.ts of packages/domain. */
const foreignHosts = ["evil.example:3000", "localhost, evil.example", "[::1", ""];

describe("on a loopback HOST without GATEPOST_ORIGIN", () => {
  const { url } = inject("installation");

  test("loopback names lead to pages and to signing up, by any port that is forwarded here", async () => {
    for (const host of ["LocalHost.:3000", "[::1]:3000"]) expect((await get(url, "/sign-in", host)).status).toBe(200);
    expect((await signUp(url, "127.200.3.4:1")).status).toBe(200);
  });

  test.for(foreignHosts)("pages, tRPC and authentication refuse the Host %j, the JSON methods do not", async (host) => {
    for (const path of ["/", "/dashboard", "/_next/static/x.js", "/icon.svg", "/api/trpc/account.me"])
      expectRefused(await get(url, path, host), path);
    expectRefused(await signUp(url, host), "signing up");
    const person = { email: "ada@example.org", password: "a sentence is a good password" };
    const headers = [`Origin: http://${host}`];
    expectRefused(await send(url, "POST", "/api/auth/sign-in/email", { host, headers, body: person }), "signing in");
    for (const path of ["/healthz", "/openapi.json"]) expect((await get(url, path, host)).status, path).toBe(200);
    expect([200, 503]).toContain((await get(url, "/readyz", host)).status);
    const balance = await send(url, "POST", "/getBalance", { host, body: { clientKey: newKey() } });
    expect([balance.status, JSON.parse(balance.body).errorCode]).toEqual([200, "ERROR_KEY_DOES_NOT_EXIST"]);
    const unknown = await send(url, "POST", "/solveEverything", { host, body: {} });
    expect(JSON.parse(unknown.body).errorCode).toBe("ERROR_NO_SUCH_METHOD");
  });

  test("a browser is shown a page that says what to set, and a program a JSON envelope", async () => {
    const page = await get(url, "/dashboard", "evil.example");
    expect(page.head).toMatch(/^content-type: text\/html/im);
    expect(page.body).toContain("<h1>");
    const envelope = await signUp(url, "evil.example");
    expect(envelope.head).toMatch(/^content-type: application\/json/im);
    expect(JSON.parse(envelope.body)).toMatchObject({ errorCode: "ERROR_ACCESS_DENIED" });
  });

  test("no path that only begins like a probe escapes the check", async () => {
    for (const path of ["/healthz/../dashboard", "/healthz//", "/getBalance;/sign-in", "/healthz%2f..%2fsign-in"])
      expectRefused(await get(url, path, "evil.example"), path);
  });

  test("X-Forwarded-Host, X-Forwarded-Proto and Forwarded change neither the name nor the scheme of the site", async () => {
    const forwarded = [
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Proto: https",
      "X-Forwarded-Port: 444",
      "Forwarded: host=evil.example;proto=https",
    ];
    for (const path of ["/dashboard/keys", "/docs"]) {
      const { head, body } = await get(url, path, "localhost", forwarded);
      expect(head, path).not.toMatch(/evil|strict-transport-security/i);
      expect(body, path).not.toMatch(/evil|https:\/\/localhost/);
    }
    expectRefused(await get(url, "/", "evil.example", ["X-Forwarded-Host: localhost"]), "a name that is forwarded");
  });

  test("of a request target with an authority, that authority counts and not the Host header", async () => {
    const target = (path: string) => get(url, path, "localhost");
    expectRefused(await target("http://evil.example/sign-in"), "a foreign authority");
    expectRefused(await target("HTTPS://evil.example"), "a foreign authority");
    expectRefused(await target("http://localhost@evil.example/"), "a foreign authority behind user information");
    const own = await get(url, "http://localhost/sign-in", "evil.example");
    expect(own.status).toBe(200);
    expect((await target("http://evil.example/healthz")).status).toBe(200);
  });

  test("a request with several Host headers, or with none, reaches no page", async () => {
    for (const hosts of [
      ["localhost", "evil.example"],
      ["evil.example", "localhost"],
      ["localhost", "localhost"],
    ]) {
      const lines = ["GET /sign-in HTTP/1.1", ...hosts.map((host) => `Host: ${host}`), "Accept: text/html"];
      expect((await sendRaw(url, lines)).status, hosts.join()).toBe(400);
    }
    expect((await sendRaw(url, ["GET /sign-in HTTP/1.1", html])).status).toBe(400);
    expectRefused(await sendRaw(url, ["GET /sign-in HTTP/1.0", "Accept: text/html"]), "HTTP/1.0 without a Host");
    expect((await sendRaw(url, ["GET /healthz HTTP/1.0"])).status).toBe(200);
  });

  test.for(["ftp://localhost/sign-in", "*", "//evil.example/%2e%2e", "/\\evil.example"])(
    "the request target %s leads nowhere else",
    async (target) => {
      const { status, head } = await get(url, target, "localhost");
      expect(status).toBeLessThan(500);
      expect(head).not.toMatch(/^location: *(?:[a-z]+:|\/\/|\/?\\)/im);
    },
  );
});

test("with GATEPOST_ORIGIN, its host and loopback names lead to pages, with and without the port, and no other host", async () => {
  const env = { HOST: "0.0.0.0", GATEPOST_ORIGIN: "https://gatepost.example:8443" };
  const installation = await startInstallation({ env });
  onTestFinished(() => installation.stop());
  const url = installation.url.replace("0.0.0.0", "127.0.0.1");
  for (const host of ["gatepost.example", "GATEPOST.example.:8443", "localhost:3000"])
    expect((await get(url, "/sign-in", host)).status, host).toBe(200);
  for (const host of ["evil.example", "gatepost.example.evil.example", "a.gatepost.example", "10.0.0.1"]) {
    expectRefused(await get(url, "/sign-in", host), "a page");
    expect((await get(url, "/healthz", host)).status).toBe(200);
  }
  expectRefused(await signUp(url, "a.gatepost.example"), "signing up");
});

// Which values of HOST need it: site-origin.test.ts of packages/domain.
test("with HOST=0.0.0.0 and no GATEPOST_ORIGIN the web server does not start, and says what to set", async () => {
  await expect(startInstallation({ env: { HOST: "0.0.0.0" } })).rejects.toThrow(
    /HOST is .+ set GATEPOST_ORIGIN to the address that browsers show/,
  );
});
