import { expect, test } from "vitest";
import { joinedPieces, joinedTextProblem, namesIn } from "./parameter.ts";

test.each([
  [
    "Order {{order}} for {{ name }}",
    [{ literal: "Order " }, { name: "order" }, { literal: " for " }, { name: "name" }],
  ],
  ["{{a}}{{b}}", [{ name: "a" }, { name: "b" }]],
  ["\\{{a}} is literal", [{ literal: "{{a}} is literal" }]],
  ["{a} }} \\n", [{ literal: "{a} }} \\n" }]],
  ["{{a.b c}}", [{ name: "a.b c" }]],
  [`{{${"😀".repeat(128)}}}`, [{ name: "😀".repeat(128) }]],
])("%j has its pieces", (text, pieces) => {
  expect(joinedPieces(text)).toEqual(pieces);
  expect(joinedTextProblem(text, 128)).toBeUndefined();
});

test("a name counts once", () => {
  expect(namesIn("{{a}} {{b}} {{ a }}")).toEqual(["a", "b"]);
});

test.each([
  ["{{a", /each \{\{ has its \}\}/],
  ["{{}}", /a name between/],
  ["{{ {{a}}", /each \{\{ has its \}\}/],
  [`{{${"x".repeat(129)}}}`, /at most 128/],
])("%j is refused", (text, problem) => {
  expect(joinedTextProblem(text, 128)).toMatch(problem);
});
