import { expect, test } from "vitest";
import { checkStorable } from "./storable-text.ts";

const check = (input: object) => () => checkStorable(input, JSON.stringify(input));

test.for([
  [{ task: { templateName: "a\0b" } }, "task.templateName"],
  [{ task: { domainsOfInterest: ["a", "\0"] } }, "task.domainsOfInterest.1"],
  [{ name: "\0" }, "name"],
] as const)("U+0000 is refused where PostgreSQL would fail on it: %j", ([input, path]) => {
  expect(check(input)).toThrow(expect.objectContaining({ code: "ERROR_BAD_REQUEST" }));
  expect(check(input)).toThrow(path);
});

test.for([{ value: "\0" }, { value: { deep: ["\0"] } }, { task: { variables: { code: "\0" } } }, { name: "\\u0000" }])(
  "a value may hold it, and its escape may be spelled out: %j",
  (input) => {
    expect(check(input)).not.toThrow();
  },
);
