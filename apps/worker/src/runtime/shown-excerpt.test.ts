import { expect, test } from "vitest";
import { shownExcerpt } from "./callbacks.ts";

const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";

test.each([
  ["plain", `{"answerUrl":"https://example.com/answer/${token}"}`],
  ["JSON with escaped slashes", `"https:\\/\\/example.com\\/answer\\/${token}"`],
  ["JSON in JSON", `"{\\"a\\":\\"https:\\\\/\\\\/example.com\\\\/answer\\\\/${token}\\"}"`],
  ["JSON with escaped characters", `https:\\u002F\\u002Fexample.com\\u002Fanswer\\u002F${token}`],
  ["encoded for a URL", `url=https%3A%2F%2Fexample.com%2Fanswer%2F${token}`],
  ["encoded twice", `url=https%253a%252f%252fexample.com%252fanswer%252f${token}`],
  ["HTML", `https:&#x2F;&#x2F;example.com&#x2F;answer&#x2F;${token}`],
  ["cut off", `https://example.com/answer/${token.slice(0, 20)}`],
])("an answer link that an endpoint repeats is not stored: %s", (_, text) => {
  const shown = shownExcerpt(text);
  expect(shown).not.toContain(token.slice(0, 5));
  expect(shown).toContain("…");
});

test("other text is stored as it is, and control characters are shown as replaced", () => {
  expect(shownExcerpt("ok: answers\n\tdone\u0000\u202e!")).toBe("ok: answers\n\tdone\uFFFD\uFFFD!");
});
