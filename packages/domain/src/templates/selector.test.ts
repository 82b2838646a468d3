import { expect, test } from "vitest";
import { selectorProblem } from "./selector.ts";

test.each(["ul > li", "a>b", '[title="a >> b"]', "[title='a >> b']", '[title="\\">>"]', "a\\>>b", "`a >> b", ""])(
  "%s is left to the browser",
  (selector) => {
    expect(selectorProblem(selector)).toBeUndefined();
  },
);

test.each([
  "a >> b",
  "a>>b",
  "a >>> b",
  "a >> internal:control=enter-frame",
  "a >> xpath=//*",
  "a >> _react=x",
  '[title="a"] >> b',
  '[title="a\\\\"] >> b',
  '[title="\'"] >> b',
  '` " ` >> "b"',
])("%s is no CSS", (selector) => {
  expect(selectorProblem(selector)).toBe('holds ">>" outside quotes, which is no CSS');
});
