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

const textAfter = (...steps: WrittenStep[]) => pages.textAfter([pages.open("/asks"), ...steps, readText("#text")]);

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

test("a prompt that is accepted without a text keeps what the page has filled in", async () => {
  expect(await textAfter(answer(true), click("#asks"))).toBe("12");
});
