import type { ServerResponse } from "node:http";
import type { LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { BrowserSession } from "../browser/browser-session.ts";
import { Results } from "../steps/results.ts";
import { inSessionAt, secretsOf } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";
import { newLivePage, watchLive } from "../testing/test-watcher.ts";
import { Handover } from "./handover.ts";
import type { LivePage } from "./live-page.ts";

const csv = "id,sum\n1,12.00\n";
const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="report.csv"' };
/** Responses that go on until a test ends them. */
const slow: ServerResponse[] = [];
const { site, browser } = await openPages({
  "/": `<a id=csv href=/csv>A</a> <a id=slow href=/slow>B</a> <input id=file type=file multiple>
    <button id=ask onclick="said.textContent = [confirm('Sure?'), prompt('Why?', 'no reason')]">D</button><p id=said></p>`,
  "/csv": (_, response) => void response.writeHead(200, headers).end(csv),
  "/slow": (_, response) => {
    slow.push(response);
    response.writeHead(200, headers).write(csv);
  },
});

interface PersonActs {
  page: Page;
  session: BrowserSession;
  results: Results;
  live: LivePage;
  /** What the person sees now. */
  state(): LiveState;
  until(what: (state: LiveState) => unknown): Promise<void>;
  send(input: LiveInput): void;
  click(selector: string): Promise<void>;
}

/** A person has the page of a task whose DOWNLOAD_FILE steps keep files under these names. */
async function asPerson(names: string[], work: (acts: PersonActs) => Promise<void>): Promise<void> {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    const handover = new Handover({ taskId: 1, taken: async () => {}, back: async () => {} });
    const live = newLivePage(handover);
    const results = new Results();
    live.use({ session, secrets: secretsOf("report"), files: { names: () => names, results } });
    const { seen, send, click: clickAt } = watchLive(live);
    const over = new AbortController();
    const free = handover.whileFree(
      over.signal,
      () => new Promise((resolve) => over.signal.addEventListener("abort", resolve)),
    );
    const until = (what: (state: LiveState) => unknown) =>
      expect.poll(() => seen.state && what(seen.state), { interval: 20 }).toBeTruthy();
    const click = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (!box) throw new Error(`${selector} is not shown.`);
      clickAt(box.x + box.width / 2, box.y + box.height / 2);
    };
    try {
      send({ type: "take" });
      await until(({ controller, width }) => controller?.isYou && width > 0);
      await work({ page, session, results, live, state: () => seen.state as LiveState, until, send, click });
    } finally {
      live.close("over");
      over.abort();
      await free.catch(() => {});
    }
  });
}

test("a person answers the dialogs of a page, one after the other", async () => {
  await asPerson([], async ({ page, state, until, send, click }) => {
    await click("#ask");
    await until(({ dialog }) => dialog?.kind === "confirm");
    expect(state().dialog?.message).toBe("Sure?");
    send({ type: "dialog", accept: true, text: "" });
    await until(({ dialog }) => dialog?.kind === "prompt");
    expect(state().dialog).toEqual({ kind: "prompt", message: "Why?", value: "no reason" });
    send({ type: "dialog", accept: true, text: "because" });
    await expect.poll(() => page.locator("#said").textContent()).toBe("true,because");
    expect(state().dialog).toBeNull();
  });
});

test("a person gives a page the files that it asks for", async () => {
  await asPerson([], async ({ page, until, send, click }) => {
    await click("#file");
    await until(({ chooser }) => chooser?.multiple);
    const file = { name: "a.txt", mimeType: "text/plain", base64: Buffer.from("of a person").toString("base64") };
    send({ type: "files", files: [file] });
    await expect
      .poll(() => page.locator("#file").evaluate((field: HTMLInputElement) => field.files?.[0]?.text()))
      .toBe("of a person");
  });
});

test("a download is kept as that of the next DOWNLOAD_FILE; without one that lacks its file, it is said that it is not kept", async () => {
  await asPerson(["first"], async ({ results, session, until, click }) => {
    await click("#csv");
    // Its name has a text that must not be seen.
    await until(({ download }) => download?.outcome === "kept" && download.name === "….csv");
    expect(results.files.get("first")).toMatchObject({ name: "report.csv", type: "text/csv", size: csv.length });
    await click("#csv");
    await until(({ download }) => download?.outcome === "refused");
    expect([...results.files.keys()]).toEqual(["first"]);
    // Steps are told of what they did not ask for.
    expect(session.observed.takesDownloads).toBe(false);
  });
});

test("a file that is arriving when the page is handed back is still kept, and the steps wait for it", async () => {
  await asPerson(["first", "second"], async ({ results, live, until, send, click }) => {
    await click("#slow");
    await until(({ download }) => download?.outcome === "arriving");
    send({ type: "handBack", at: "next" });
    await until(({ controller }) => controller === null);
    const settled = live.settled();
    const [response] = slow;
    response?.end();
    expect(await settled).toEqual(["report.csv"]);
    expect(results.files.get("first")).toMatchObject({ size: csv.length });
  });
});
