import { expect, test } from "vitest";
import { checkStorable } from "./storable-text.ts";

const check = (input: object) => () => checkStorable(input, JSON.stringify(input));

test.for([
  [{ task: { templateName: "a\0b" } }, "task.templateName"],
  [{ task: { domainsOfInterest: ["a", "\0"] } }, "task.domainsOfInterest.1"],
  [{ name: "\0" }, "name"],
  [{ name: "\ud800" }, "name"],
  [{ name: "\udfff\ud800" }, "name"],
] as const)("what PostgreSQL would fail on is refused: %j", ([input, path]) => {
  expect(check(input)).toThrow(expect.objectContaining({ code: "ERROR_BAD_REQUEST" }));
  expect(check(input)).toThrow(path);
});

test.for([
  { value: "\0" },
  { value: { deep: ["\0"] } },
  { task: { variables: { code: "\0" } } },
  { name: "\\u0000" },
  { value: "\ud800" },
  { name: "\u{1f600}" },
])("a value may hold it, its escape may be spelled out, and whole pairs are characters: %j", (input) => {
  expect(check(input)).not.toThrow();
});
