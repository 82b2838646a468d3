import { afterAll, beforeAll, expect, test } from "vitest";

import { Found } from "../steps/run.ts";
import { openTestBrowser, openTestSite } from "../testing/test-browser.ts";
import { collectSolution } from "./solution.ts";

let site: Awaited<ReturnType<typeof openTestSite>>;
let browser: Awaited<ReturnType<typeof openTestBrowser>>;

beforeAll(async () => {
  site = await openTestSite({
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
  });
  browser = await openTestBrowser(`${site.host},localhost:${site.port}`);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

function found(): Found {
  const all = new Found();
  all.addText("__proto__", "text");
  all.addScreenshot(Buffer.from("png"));
  all.addHtml("html");
  return all;
}

async function solutionAfter(addresses: string[], domainsOfInterest: string[]) {
  const session = await browser.browser.openSession();
  for (const address of addresses) await session.page.goto(address);
  const solution = await collectSolution(session, found(), domainsOfInterest);
  await session.close();
  return solution;
}

test("a solution holds the last page, its cookies and storage, and nothing of other sites", async () => {
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
});

test("domains of interest add theirs, and the last page's own win", async () => {
  const { cookies, localStorage } = await solutionAfter(
    [`http://localhost:${site.port}/`, site.url("/")],
    ["localhost"],
  );
  expect(cookies).toEqual({ "of-localhost": "1", "of-127.0.0.1": "1", both: "127.0.0.1" });
  expect(localStorage).toEqual({ "of-localhost": "1", "of-127.0.0.1": "1", both: "127.0.0.1" });
});

test("a page without an origin has a solution too", async () => {
  await expect(solutionAfter([], ["localhost"])).resolves.toMatchObject({
    url: "about:blank",
    domain: "",
    cookies: {},
  });
});
