import { expect, test } from "vitest";
import { processorMs } from "../platform/test-size.ts";
import { readSelector, selectorProblem, selectorSyntaxProblem, toCss } from "./selector.ts";

test.each(["ul > li", "a>b", '[title="a >> b"]', '[title="\\">>"]', "a\\>>b", "`a >> b", ""])(
  "%s is left to the browser",
  (selector) => {
    expect(selectorProblem(selector)).toBeUndefined();
  },
);

test.each([
  "a>>b",
  "a >>> b",
  "a >> internal:control=enter-frame",
  '[title="a\\\\"] >> b',
  '[title="\'"] >> b',
  '` " ` >> "b"',
])("%s is no CSS", (selector) => {
  expect(selectorProblem(selector)).toBe('holds ">>" outside quotes, which is no CSS');
});

test.each([
  ["#2facode", { css: '[id="2facode"]' }],
  ["a[href='x']", { css: "a[href='x']" }],
  ["text=a >> b", { text: "a >> b", exact: false }],
  ['text="Sign in"', { text: "Sign in", exact: true }],
  ["label=Email", { label: "Email", exact: false }],
  ["role=button", { role: "button", name: undefined }],
  [String.raw`role=button[name="Say \"hi\""]`, { role: "button", name: 'Say "hi"' }],
  ["role=button[name=Send]", { problem: expect.stringContaining("role=button") }],
  ["xpath=//tr[2]", { xpath: "//tr[2]" }],
  ["xpath=//tr[2", { problem: "has a bracket that is not closed, or not opened" }],
  ["xpath=//tr[@a='x]", { problem: "has a quote that is not closed" }],
  ["xpath=//a >> b", { problem: expect.stringContaining(">>") }],
  ["a >> b", { problem: expect.stringContaining(">>") }],
  ["text=", { problem: "names nothing after text=" }],
  [`#${"a".repeat(65_536)}`, { problem: "is longer than 65536 characters" }],
])("%j is read", (selector, kind) => {
  expect(readSelector(selector)).toEqual(kind);
});

test.each([
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
  "#j_idt5:login",
  "x-panel::part(label)",
])("%s can be saved", (selector) => {
  expect(selectorSyntaxProblem(selector)).toBeUndefined();
});

const numbered =
  'expected class name near character 2. A name that begins with a digit is written [id="1"] or [class~="1"]';

test.each([
  ["a[", "cannot be read: expected attribute name near character 2"],
  [".1", `cannot be read: ${numbered}`],
  ["[a=1]", "cannot be read: expected attribute value near character 4. Put the value in quotes"],
  ["div >", "cannot be read: expected rule but end of input reached"],
  ["//div", "is XPath: write xpath=//div"],
  ["a)", 'has a ")" without a "("'],
  [" ", "is blank: name an element, such as #login or button[type=submit]"],
  ["p:contains('x')", 'has :contains, which browsers do not know: write :has-text("…")'],
  ["tr:has(td:eq(2))", "has :eq, which browsers do not know: write :nth-match(selector, n), which counts from 1"],
])("%s is refused: it %s", (selector, problem) => {
  expect(selectorSyntaxProblem(selector)).toBe(problem);
});

test("the longest and most nested selector is read in time", () => {
  const nots = `${":not(".repeat(170)}a${")".repeat(170)}`;
  const selectors = [":is(".repeat(255), "a ".repeat(511), "[a='".repeat(255), nots];
  expect(processorMs(() => selectors.map(selectorSyntaxProblem))).toBeLessThan(5_000);
});

const css = [
  ..."#login #a.b #menu:hover #a::before #menu:visible #-x #--x #größe #a\\:b #a[name=x] input[name=code]".split(" "),
  ...[
    "#a, #b",
    "#list:not(.old) li",
    "#list > li:nth-child(2)",
    '#paid:has-text("4444")',
    '#a:right-of(:text("b"))',
    "",
  ],
];
test.each(css)("the selector %j is looked up as it is", (selector) => {
  expect(toCss(selector)).toBe(selector);
});

test.each([
  ["  #login ", "#login"],
  ["form #2facode", "form #2facode"],
  ["#2facode", '[id="2facode"]'],
  ["#-2x", '[id="-2x"]'],
  ["#j_idt5:login", '[id="j_idt5:login"]'],
  ["#form:text", '[id="form:text"]'],
  ["#form:first-childish", '[id="form:first-childish"]'],
  ["#a/b", '[id="a/b"]'],
  ["#user@host", '[id="user@host"]'],
  ["#2.5", '[id="2.5"]'],
  ['#2"', '[id="2\\""]'],
])("the selector %j, with a name that CSS does not know, is looked up as %j", (selector, found) => {
  expect(toCss(selector)).toBe(found);
});
