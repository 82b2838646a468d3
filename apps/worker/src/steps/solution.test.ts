import { expect, test } from "vitest";
import { openPages } from "../testing/test-pages.ts";
import { Results } from "./results.ts";
import { collectSolution, fingerprintOf } from "./solution.ts";

const { site, browser } = await openPages(
  {
    "/moved": (_, response) => {
      response.writeHead(302, { location: "/?from=moved" }).end();
    },
    "/nothing": (_, response) => {
      response.writeHead(204).end();
    },
    "/known": ({ headers }, response) => {
      if (!headers.authorization) response.writeHead(401, { "www-authenticate": 'Basic realm="site"' });
      response.end(`<a href="/" target="_blank">on</a>`);
    },
    "/never": () => {},
    "/": (request, response) => {
      const name = request.headers.host?.split(":")[0];
      response.writeHead(200, {
        "content-type": "text/html",
        "set-cookie": [`of-${name}=1`, `both=${name}; HttpOnly`],
      });
      response.end(
        `<!doctype html><script>localStorage.setItem("of-${name}", "1"); localStorage.setItem("both", "${name}")</script>`,
      );
    },
  },
  { asLocalhost: true },
);
function results(): Results {
  const all = new Results();
  all.addText("__proto__", "text");
  all.addScreenshot(Buffer.from("png"));
  all.addHtml("html");
  return all;
}

async function solutionAfter(addresses: string[], domainsOfInterest: string[]) {
  const session = await browser.browser.openSession();
  for (const address of addresses) await session.page.goto(address);
  const solution = await collectSolution(session, results(), domainsOfInterest);
  await session.close();
  return solution;
}

const userAgent = () => site.requests.at(-1)?.["user-agent"];

test("a solution holds the last page, its cookies, storage and navigator, and nothing of other sites", async () => {
  const solution = await solutionAfter([`http://localhost:${site.port}/`, site.url("/?q=1#end")], []);
  expect(solution).toMatchObject({
    url: site.url("/?q=1#end"),
    domain: "127.0.0.1",
    cookies: { "of-127.0.0.1": "1", both: "127.0.0.1" },
    localStorage: { "of-127.0.0.1": "1", both: "127.0.0.1" },
    screenshots: ["cG5n"],
    HTMLsInBase64: ["aHRtbA=="],
  });
  expect(Object.keys(solution.cookies)).toHaveLength(2);
  expect(Object.entries(solution.texts)).toEqual([["__proto__", "text"]]);
  const common = { domain: "127.0.0.1", path: "/", expires: -1, secure: false, sameSite: "Lax" };
  expect(solution.cookieJar).toEqual([
    { ...common, name: "of-127.0.0.1", value: "1", httpOnly: false },
    { ...common, name: "both", value: "127.0.0.1", httpOnly: true },
  ]);
  expect(solution.fingerprint).toMatchObject({
    "self.navigator.userAgent": userAgent(),
    "self.navigator.languages": expect.arrayContaining([expect.any(String)]),
    "self.navigator.cookieEnabled": true,
    "self.navigator.hardwareConcurrency": expect.any(Number),
  });
});

test("domains of interest add their cookies and storage; those of the last page take precedence", async () => {
  const all = { "of-localhost": "1", "of-127.0.0.1": "1", both: "127.0.0.1" };
  const solution = await solutionAfter([`http://localhost:${site.port}/`, site.url("/")], ["localhost"]);
  expect(solution).toMatchObject({ cookies: all, localStorage: all });
});

test("a page without an origin also has a solution", async () => {
  await expect(solutionAfter([], ["localhost"])).resolves.toMatchObject({
    url: "about:blank",
    domain: "",
    cookies: {},
    requestHeaders: {},
  });
});

test("requestHeaders are those that the site received with the last document, without what signs in", async () => {
  const session = await browser.browser.openSession();
  const { page } = session;
  const headers = async () => (await collectSolution(session, results(), [])).requestHeaders;
  await page.goto(site.url("/"));
  await page.goto(site.url("/moved"));
  const received = site.requests.at(-1) as Record<string, string>;
  expect(received.cookie, "the site received cookies").toBeTruthy();
  const { host: _, connection: __, cookie: ___, ...kept } = received;
  expect(await headers()).toMatchObject(kept);
  expect(Object.keys(await headers()).filter((name) => /cookie|authorization/.test(name))).toEqual([]);

  await page.evaluate(() => {
    location.hash = "#part";
    history.pushState({}, "", "/elsewhere");
  });
  await page.goto(site.url("/nothing")).catch(() => {});
  expect(await headers(), "no new document").toMatchObject(kept);

  await session.context.setExtraHTTPHeaders({ authorization: "Basic c2VjcmV0", "x-own": "1" });
  await page.goto(site.url("/known"));
  expect(site.requests.at(-1)).toMatchObject({ authorization: "Basic c2VjcmV0" });
  expect(await headers()).toMatchObject({ "x-own": "1" });
  expect(Object.keys(await headers())).not.toContain("authorization");

  await Promise.all([page.waitForEvent("popup"), page.click("a")]);
  await session.windows.page.waitForLoadState();
  expect(await headers(), "of a pop-up").toMatchObject({ "sec-fetch-site": expect.any(String) });
  expect((await headers())["user-agent"]).toBe(userAgent());
  await session.close();
});

test("a page that replaced its navigator brings nothing that is not plain", () => {
  const long = "x".repeat(1_001);
  expect(
    fingerprintOf([
      ["userAgent", long],
      ["platform", { toString: "Linux" }],
      ["language", "en"],
      ["languages", ["en", long]],
      ["deviceMemory", Number.POSITIVE_INFINITY],
      ["webdriver", true],
      ["doNotTrack", null],
    ]),
  ).toEqual({ "self.navigator.language": "en", "self.navigator.webdriver": true });
});

test("what a page replaces, fills or holds up in what is read of it, its task's solution is without", async () => {
  const session = await browser.browser.openSession();
  await session.page.goto(site.url("/"));
  const collect = () => collectSolution(session, results(), []);
  // Six bytes each as JSON.
  await session.page.evaluate(() => localStorage.setItem("much", "\u0001".repeat(4 * 2 ** 20)));
  const much = await collect();
  expect(much.cookies).toMatchObject({ both: "127.0.0.1" });
  expect(Object.keys(much.localStorage)).toEqual([]);

  await session.page.evaluate(() => {
    Object.defineProperty(window, "localStorage", { value: { text: "1", number: 1n, storage: { a: "1" } } });
    Object.assign(Array.prototype, { map: () => [["made up", "1"]] });
  });
  const replaced = await collect();
  expect(replaced.localStorage).toEqual({ text: "1" });
  expect(Object.keys(replaced.fingerprint)).not.toContain("self.navigator.made up");

  await session.page.goto(site.url("/"));
  await session.page.evaluate(() => {
    Object.defineProperty(navigator, "userAgent", {
      get() {
        const request = new XMLHttpRequest();
        request.open("GET", "/never", false);
        request.send();
      },
    });
  });
  expect((await collect()).fingerprint).toEqual({});
  await session.close();
});
