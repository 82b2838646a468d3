import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { click, openPages, readText } from "../testing/test-pages.ts";

/** The number of requests for the page that is asked for. */
let asked = 0;

const html = { "content-type": "text/html" };
const page = (
  script: string,
) => `<h1>Old</h1><form id="f" method="post" action="/sent"></form><button id="go">Go</button><script>
  go.onclick = () => fetch("/when-asked").then(() => { ${script} })</script>`;

let waiting: ServerResponse[] = [];
const onAsked = () => {
  for (const response of waiting) response.end();
  waiting = [];
};

const { site, textAfter } = await openPages({
  "/submits": page("f.submit()"),
  "/reloads": page("location.reload()"),
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

const open = (path: string): WrittenStep => ({ type: "OPEN_PAGE", url: site.url(path), timeout: 8 });

async function headingAfter(steps: WrittenStep[]): Promise<string | undefined> {
  asked = 0;
  return textAfter([...steps, readText("h1")]);
}

test.each(["/submits", "/reloads"])(
  "OPEN_PAGE opens its page although the old one navigates meanwhile (%s)",
  async (path) => {
    expect(await headingAfter([open(path), click("#go"), open("/slow")])).toBe("Asked for");
    expect(asked).toBeGreaterThan(1);
  },
);

test.each([
  ["/nothing", "the navigation was aborted"],
  ["/file", "the address leads to a download, not to a page"],
])("an address that answers without a page is not opened again (%s)", async (path, reason) => {
  await expect(headingAfter([open(path)])).rejects.toThrow(`the page could not be opened: ${reason}`);
  expect(asked).toBe(1);
});

test("a page that itself goes to another one is left alone", async () => {
  const moved: WrittenStep = { type: "WAIT_FOR_URL", pattern: "*/other" };
  expect(await headingAfter([open("/moves"), moved])).toBe("Other");
});
