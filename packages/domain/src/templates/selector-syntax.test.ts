import { expect, test } from "vitest";
import { selectorSyntaxProblem } from "./selector.ts";

test.each([
  "#go",
  "ul > li:nth-child(2n+1)",
  "> li",
  "div:has(> a)",
  "button:has-text('Save, then close')",
  ':text("a (b)")',
  ":nth-match(:text('Buy'), 3)",
  "input:near(:text('Code'), 120)",
  '[data-x="1" i], a:visible',
  "a:popover-open",
  ".md\\:flex",
  "#\\31 ",
  "#2facode",
  "#j_idt5:login",
  "x-panel::part(label)",
])("%s can be saved", (selector) => {
  expect(selectorSyntaxProblem(selector)).toBeUndefined();
});

test.each([
  ["a[", "cannot be read: expected attribute name near character 2"],
  [
    ".1",
    'cannot be read: expected class name near character 2. A name that begins with a digit is written [id="1"] or [class~="1"]',
  ],
  ["[a=1]", "cannot be read: expected attribute value near character 4. Put the value in quotes"],
  ["div >", "cannot be read: expected rule but end of input reached"],
  ["//div", "is XPath: write xpath=//div"],
  ["a)", 'has a ")" without a "("'],
  [" ", "is blank: name an element, such as #login or button[type=submit]"],
  ["p:contains('x')", 'has :contains, which browsers do not know: write :has-text("…")'],
  ["tr:has(td:eq(2))", "has :eq, which browsers do not know: write :nth-match(selector, n), which counts from 1"],
  ["a >> b", 'holds ">>" outside quotes, which is no CSS'],
])("%s is refused: it %s", (selector, problem) => {
  expect(selectorSyntaxProblem(selector)).toBe(problem);
});

test("the longest and most nested selector is read in time", () => {
  const from = process.cpuUsage();
  for (const selector of [
    ":is(".repeat(255),
    "a ".repeat(511),
    "[a='".repeat(255),
    `${":not(".repeat(170)}a${")".repeat(170)}`,
  ])
    selectorSyntaxProblem(selector);
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000, "milliseconds of processor").toBeLessThan(5_000);
});
