import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { click, openPages, readText } from "../testing/test-pages.ts";

const asks = `<button id="ask" onclick="text.textContent = confirm('Delete?') ? 'deleted' : 'kept'">Delete</button><p id="text"></p>`;

const pages = await openPages({
  "/asks": `${asks}<button id="quiet">Quiet</button><a id="next" href="/asks?next">Next</a><a id="loads" href="/loads">Loads</a>
    <button id="asks" onclick="text.textContent = prompt('How many?', '12')">Ask</button>
    <button id="both" onclick="text.textContent = confirm('Sure?') + ' ' + prompt('Why?')">Both</button>`,
  "/loads": `<p id="text"></p><script>text.textContent = confirm('Stay?') ? 'stays' : 'goes'</script>`,
});

const answer = (accept: boolean, text?: string): WrittenStep => ({
  type: "ANSWER_DIALOG",
  accept,
  ...(text && { text }),
});
const atNext: WrittenStep = { type: "WAIT_FOR_URL", pattern: "*next" };

test.each<[sentence: string, steps: WrittenStep[], text: string]>([
  ["waits for the dialog of a later step on its page", [answer(true), click("#quiet"), click("#ask")], "deleted"],
  ["waits for the dialog with which the next page begins", [answer(true), click("#loads")], "stays"],
  ["is not for another page if no dialog used it", [answer(true), click("#next"), atNext, click("#ask")], "kept"],
  ["replaces one that no dialog used", [answer(true), click("#quiet"), answer(false), click("#ask")], "kept"],
  [
    "that follows another is for the next dialog",
    [answer(true), answer(true, "Because"), click("#both")],
    "true Because",
  ],
  ["without a text keeps what the page has filled into a prompt", [answer(true), click("#asks")], "12"],
])("an answer %s", async (_, steps, text) => {
  expect(await pages.textAfter([pages.open("/asks"), ...steps, readText("#text")])).toBe(text);
});
