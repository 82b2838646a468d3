import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openPages, readText } from "../testing/test-pages.ts";

const { open, textAfter } = await openPages({
  "/plain": '<div id="a" contenteditable>before</div>',
  "/short": '<div id="a" contenteditable oninput="textContent = textContent.slice(0, 4)"></div>',
  "/late": `<div id="a" contenteditable></div><script>
    a.oninput = () => { const text = a.textContent; a.textContent = ""; setTimeout(() => { a.textContent = text }, 200) }</script>`,
});

function fill(path: string, value: Extract<WrittenStep, { type: "FILL_INPUT" }>["value"]): Promise<string | undefined> {
  const step: WrittenStep = { type: "FILL_INPUT", selector: "#a", value, timeout: 5 };
  return textAfter([open(path), step, readText("#a")], { values: { words: "canary" } });
}

test("an editable element holds what it was given, several lines too, and also where it shows them a moment later", async () => {
  expect(await fill("/plain", { permanent: "Dear Ada,\nhello" })).toBe("Dear Ada,\nhello");
  expect(await fill("/late", { permanent: "Dear Ada" })).toBe("Dear Ada");
});

test("one that kept something else fails the step, which says what it kept, and of a variable only how much", async () => {
  await expect(fill("/short", { permanent: "Dear Ada" })).rejects.toThrow('"#a" kept "Dear" of "Dear Ada"');
  await expect(fill("/short", { variable: "words" })).rejects.toThrow(/^"#a" kept 4 of 6 characters$/);
});
