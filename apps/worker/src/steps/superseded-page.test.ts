import type { ServerResponse } from "node:http";
import type { Step } from "@gatepost/contract/steps";
import { afterAll, beforeAll, expect, test } from "vitest";
import { css } from "../testing/css.ts";
import { openTestBrowser, openTestSite, playSteps } from "../testing/test-browser.ts";

let site: Awaited<ReturnType<typeof openTestSite>>;
let browser: Awaited<ReturnType<typeof openTestBrowser>>;
/** The number of requests for the page that is asked for. */
let asked = 0;
let onAsked: () => void = () => {};

const html = { "content-type": "text/html" };
const page = (
  script: string,
) => `<h1>Old</h1><form id="f" method="post" action="/sent"></form><button id="go">Go</button><script>
  go.onclick = () => fetch("/when-asked").then(() => { ${script} })</script>`;

beforeAll(async () => {
  let waiting: ServerResponse[] = [];
  onAsked = () => {
    for (const response of waiting) response.end();
    waiting = [];
  };
  site = await openTestSite({
    "/submits": page("f.submit()"),
    "/reloads": page("location.reload()"),
    "/leaves": page("location = '/other'"),
    "/sent": "<h1>Sent</h1>",
    "/other": "<h1>Other</h1>",
    // Answered as soon as the page that is asked for was requested.
    "/when-asked": (_, response) => void waiting.push(response),
    "/slow": (_, response) => {
      asked += 1;
      onAsked();
      // Only the first time, the old page has time to navigate before the response.
      if (asked > 1) response.writeHead(200, html).end("<h1>Asked for</h1>");
    },
    "/moves": "<script>location = '/other'</script>",
    "/file": (_, response) => {
      asked += 1;
      response.writeHead(200, { "content-disposition": "attachment" }).end("1,2");
    },
    "/nothing": (_, response) => {
      asked += 1;
      response.writeHead(204).end();
    },
  });
  browser = await openTestBrowser(site.host);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

const open = (path: string): Step => ({
  type: "OPEN_PAGE",
  url: { permanent: site.url(path) },
  timeout: { permanent: 8 },
});
const go: Step = { type: "CLICK", ...css("#go") };
const heading: Step = { type: "READ_TEXT", ...css("h1"), as: { permanent: "text" } };

async function headingAfter(steps: Step[]): Promise<string | undefined> {
  asked = 0;
  await using played = await playSteps(browser, [...steps, heading]);
  return played.texts.get("text");
}

test.each(["/submits", "/reloads", "/leaves"])(
  "OPEN_PAGE opens its page although the old one navigates meanwhile (%s)",
  async (path) => {
    expect(await headingAfter([open(path), go, open("/slow")])).toBe("Asked for");
    expect(asked).toBeGreaterThan(1);
  },
);

test("an address that answers without a page is not opened again", async () => {
  await expect(headingAfter([open("/nothing")])).rejects.toThrow(
    "the page could not be opened: the navigation was aborted",
  );
  expect(asked).toBe(1);
});

test("an address that leads to a download is not opened again", async () => {
  await expect(headingAfter([open("/file")])).rejects.toThrow("the address leads to a download, not to a page");
  expect(asked).toBe(1);
});

test("a page that itself goes to another one is left alone", async () => {
  await using played = await playSteps(browser, [
    open("/moves"),
    { type: "WAIT_FOR_URL", pattern: { permanent: "*/other" } },
    heading,
  ]);
  expect(played.texts.get("text")).toBe("Other");
});
