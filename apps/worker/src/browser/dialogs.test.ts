import type { Step } from "@gatepost/contract/steps";
import { afterAll, beforeAll, expect, test } from "vitest";
import { css } from "../testing/css.ts";
import { openTestBrowser, openTestSite, playSteps } from "../testing/test-browser.ts";

let site: Awaited<ReturnType<typeof openTestSite>>;
let browser: Awaited<ReturnType<typeof openTestBrowser>>;

const asks = `<button id="ask" onclick="text.textContent = confirm('Delete?') ? 'deleted' : 'kept'">Delete</button><p id="text"></p>`;

beforeAll(async () => {
  site = await openTestSite({
    "/asks": `${asks}<button id="quiet">Quiet</button><a id="next" href="/asks?next">Next</a><a id="loads" href="/loads">Loads</a>
      <button id="both" onclick="text.textContent = confirm('Sure?') + ' ' + prompt('Why?')">Both</button>`,
    "/loads": `<p id="text"></p><script>text.textContent = confirm('Stay?') ? 'stays' : 'goes'</script>`,
  });
  browser = await openTestBrowser(site.host);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

const answer = (accept: boolean, text?: string): Step => ({
  type: "ANSWER_DIALOG",
  accept: { permanent: accept },
  ...(text && { text: { permanent: text } }),
});
const click = (selector: string): Step => ({ type: "CLICK", ...css(selector) });
const atNext: Step = { type: "WAIT_FOR_URL", pattern: { permanent: "*next" } };

async function textAfter(...steps: Step[]): Promise<string | undefined> {
  const open: Step = { type: "OPEN_PAGE", url: { permanent: site.url("/asks") } };
  const read: Step = { type: "READ_TEXT", ...css("#text"), as: { permanent: "text" } };
  await using played = await playSteps(browser, [open, ...steps, read]);
  return played.texts.get("text");
}

test("an answer waits for the dialog of a later step on its page, and for one with which the next page begins", async () => {
  expect(await textAfter(answer(true), click("#quiet"), click("#ask"))).toBe("deleted");
  expect(await textAfter(answer(true), click("#loads"))).toBe("stays");
});

test("an answer that no dialog used is not for what a step does on another page", async () => {
  expect(await textAfter(answer(true), click("#next"), atNext, click("#ask"))).toBe("kept");
});

test("an answer takes the place of an earlier one that no dialog used", async () => {
  expect(await textAfter(answer(true), click("#quiet"), answer(false), click("#ask"))).toBe("kept");
});

test("answers in a row are for dialogs one after another", async () => {
  expect(await textAfter(answer(true), answer(true, "Because"), click("#both"))).toBe("true Because");
});
