import { expect, test } from "vitest";
import { toCss } from "./selector.ts";

test.each([
  // CSS as it is
  ["#login", "#login"],
  ["  #login ", "#login"],
  ["#login input", "#login input"],
  ["#a.b", "#a.b"],
  ["#menu:hover", "#menu:hover"],
  ["#list:not(.old) li", "#list:not(.old) li"],
  ["#list > li:nth-child(2)", "#list > li:nth-child(2)"],
  ["#a::before", "#a::before"],
  ['#paid:has-text("4444")', '#paid:has-text("4444")'],
  ['#menu:text-is("Send") b', '#menu:text-is("Send") b'],
  ["#menu:visible", "#menu:visible"],
  ['#a:right-of(:text("b"))', '#a:right-of(:text("b"))'],
  ["#-x", "#-x"],
  ["#--x", "#--x"],
  ["#größe", "#größe"],
  ["#a\\:b", "#a\\:b"],
  ["#a, #b", "#a, #b"],
  ["#a[name=x]", "#a[name=x]"],
  ["input[name=code]", "input[name=code]"],
  ["form #2facode", "form #2facode"],
  ["", ""],
  // Names that CSS does not know
  ["#2facode", '[id="2facode"]'],
  ["#2", '[id="2"]'],
  ["#-2x", '[id="-2x"]'],
  ["#j_idt5:login", '[id="j_idt5:login"]'],
  ["#form:text", '[id="form:text"]'],
  ["#form:first-childish", '[id="form:first-childish"]'],
  ["#a/b", '[id="a/b"]'],
  ["#user@host", '[id="user@host"]'],
  ["#2.5", '[id="2.5"]'],
  ['#2"', '[id="2\\""]'],
])("the selector %j is looked up as %j", (selector, css) => {
  expect(toCss(selector)).toBe(css);
});
